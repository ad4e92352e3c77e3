/** Schema comment that identifies the version. */
export const DEMO_STAMP = 'Bookshop, demo database, version 1';

/** In insertion order. */
export const DEMO_TABLES = [
  'publisher',
  'category',
  'author',
  'book',
  'book_author',
  'customer',
  'address',
  'sales_order',
  'order_line',
  'payment',
  'review',
] as const;

export type DemoTable = (typeof DEMO_TABLES)[number];

/**
 * A bookshop with typical ambiguities: nullable columns, hand-typed text, several payments per order, several roles
 * between book and author, two paths to an address.
 */
export const DEMO_SCHEMA_SQL = `
comment on schema public is '${DEMO_STAMP}';

create table publisher (
  id integer primary key,
  name text not null,
  country_code char(2) not null
);
comment on table publisher is 'Houses whose books the shop sells';

create table category (
  id integer primary key,
  name text not null unique,
  parent_id integer references category
);
comment on table category is 'Sections of the catalogue; some have no book at the moment';
comment on column category.parent_id is 'The section above; null at the top';

create table author (
  id integer primary key,
  name text not null,
  born_year integer,
  country_code char(2)
);
comment on table author is 'People who write, edit or translate books; different people may have the same name';

create table book (
  id integer primary key,
  title text not null,
  category_id integer references category,
  publisher_id integer not null references publisher,
  language char(2) not null,
  published_on date,
  list_price numeric(8,2),
  discontinued boolean not null
);
comment on table book is 'Editions on sale or formerly on sale; several editions may share a title';
comment on column book.category_id is 'Null for books that are not filed yet';
comment on column book.published_on is 'Null where the publisher does not tell';
comment on column book.list_price is 'Present price in euros; null while it is being negotiated';
comment on column book.discontinued is 'True when the book cannot be ordered any more';

create table book_author (
  book_id integer not null references book,
  author_id integer not null references author,
  role text not null check (role in ('author', 'editor', 'translator')),
  primary key (book_id, author_id, role)
);
comment on table book_author is 'Who did what for a book; a person may have several roles in one book';

create table customer (
  id integer primary key,
  full_name text not null,
  email text not null,
  city text,
  country_code char(2),
  referred_by integer references customer,
  is_test boolean not null,
  joined_on date not null
);
comment on column customer.city is 'As the customer typed it: case and spaces vary';
comment on column customer.referred_by is 'The customer who recommended the shop, if any';
comment on column customer.is_test is 'True for accounts that the shop''s staff use for trying things out';

create table address (
  id integer primary key,
  customer_id integer not null references customer,
  line text not null,
  city text not null,
  country_code char(2) not null
);

create table sales_order (
  id integer primary key,
  customer_id integer not null references customer,
  ordered_at timestamp not null,
  status text not null check (status in ('paid', 'shipped', 'delivered', 'cancelled', 'returned')),
  channel text not null check (channel in ('web', 'app', 'shop')),
  shipping_address_id integer references address,
  billing_address_id integer not null references address
);
comment on column sales_order.shipping_address_id is 'Null when the books are picked up in the shop';

create table order_line (
  order_id integer not null references sales_order,
  line_no integer not null,
  book_id integer not null references book,
  quantity integer not null check (quantity > 0),
  unit_price numeric(8,2) not null,
  discount_percent integer check (discount_percent between 1 and 90),
  primary key (order_id, line_no)
);
comment on column order_line.unit_price is 'Price in euros of one copy when it was ordered, before the discount';
comment on column order_line.discount_percent is 'Whole percent off the unit price; null without discount';

create table payment (
  id integer primary key,
  order_id integer not null references sales_order,
  paid_at timestamp not null,
  kind text not null check (kind in ('charge', 'refund')),
  amount numeric(10,2) not null check (amount > 0),
  method text not null
);
comment on table payment is 'Money received (charge) or given back (refund); an order paid in instalments has one charge for each';
comment on column payment.amount is 'Euros, positive for refunds as well';

create table review (
  id integer primary key,
  book_id integer not null references book,
  customer_id integer references customer,
  rating integer check (rating between 1 and 5),
  written_on date not null,
  body text
);
comment on column review.customer_id is 'Null when the reader wished to stay anonymous';
comment on column review.rating is 'Stars, 1 to 5; null for reviews without stars';
`;

/** Created after the rows, which is faster. */
export const DEMO_INDEX_SQL = `
create index on book (category_id);
create index on book_author (author_id);
create index on sales_order (customer_id);
create index on order_line (book_id);
create index on payment (order_id);
create index on review (book_id);
analyze;
`;
