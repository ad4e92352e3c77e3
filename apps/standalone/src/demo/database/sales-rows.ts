import type { BookRow } from './catalogue-rows.js';
import type { AddressRow, CustomerRow } from './customer-rows.js';
import type { SeededSource } from './seeded-source.js';

const ORDERS = 3600;

export interface OrderRow {
  id: number;
  customer_id: number;
  ordered_at: string;
  status: 'paid' | 'shipped' | 'delivered' | 'cancelled' | 'returned';
  channel: 'web' | 'app' | 'shop';
  shipping_address_id: number | null;
  billing_address_id: number;
}
export interface OrderLineRow {
  order_id: number;
  line_no: number;
  book_id: number;
  quantity: number;
  unit_price: string;
  discount_percent: number | null;
}
export interface PaymentRow {
  id: number;
  order_id: number;
  paid_at: string;
  kind: 'charge' | 'refund';
  amount: string;
  method: string;
}

export interface SalesRows {
  sales_order: OrderRow[];
  order_line: OrderLineRow[];
  payment: PaymentRow[];
}

interface Shop {
  book: BookRow[];
  customer: CustomerRow[];
  address: AddressRow[];
}

export function salesRows(source: SeededSource, shop: Shop): SalesRows {
  const addressesOf = Map.groupBy(shop.address, (address) => address.customer_id);
  const buyers = shop.customer.filter((customer) => customer.id % 6 !== 0 || customer.is_test);
  const sales: SalesRows = { sales_order: [], order_line: [], payment: [] };
  for (let id = 1; id <= ORDERS; id += 1) {
    const customer = buyers[Math.floor(source.fraction() ** 1.5 * buyers.length)];
    const addresses = addressesOf.get(customer?.id ?? 0);
    if (customer === undefined || addresses === undefined) continue;
    const order = orderRow(source, id, customer, addresses);
    const lines = orderLines(source, order, { books: shop.book, bulk: customer.is_test });
    sales.sales_order.push(order);
    sales.order_line.push(...lines);
    for (const payment of payments(source, order, centsOf(lines))) {
      sales.payment.push({ ...payment, id: sales.payment.length + 1 });
    }
  }
  return sales;
}

function orderRow(source: SeededSource, id: number, customer: CustomerRow, addresses: AddressRow[]): OrderRow {
  const channel = source.weighted([
    ['web', 55],
    ['app', 30],
    ['shop', 15],
  ] as const);
  return {
    id,
    customer_id: customer.id,
    ordered_at: `${orderDay(source)} ${source.time()}`,
    status: source.weighted([
      ['delivered', 68],
      ['shipped', 9],
      ['paid', 7],
      ['cancelled', 10],
      ['returned', 6],
    ] as const),
    channel,
    shipping_address_id: channel === 'shop' ? null : source.pick(addresses).id,
    billing_address_id: source.pick(addresses).id,
  };
}

function orderDay(source: SeededSource): string {
  const year = source.pick([2023, 2024]);
  return source.chance(0.06) ? source.day(`${year}-12-20`, `${year}-12-31`) : source.day('2023-01-01', '2025-06-30');
}

function orderLines(
  source: SeededSource,
  order: OrderRow,
  { books, bulk }: { books: BookRow[]; bulk: boolean },
): OrderLineRow[] {
  const count = source.weighted([
    [1, 45],
    [2, 30],
    [3, 17],
    [4, 8],
  ] as const);
  return Array.from({ length: count }, (_, index) => {
    const book = books[Math.floor(source.fraction() ** 1.7 * books.length)];
    return {
      order_id: order.id,
      line_no: index + 1,
      book_id: book?.id ?? 1,
      quantity: bulk
        ? 25
        : source.weighted([
            [1, 80],
            [2, 14],
            [3, 4],
            [10, 1],
          ] as const),
      unit_price: book?.list_price ?? '11.00',
      discount_percent: source.weighted([
        [null, 70],
        [5, 9],
        [10, 10],
        [20, 7],
        [50, 4],
      ] as const),
    };
  });
}

function centsOf(lines: OrderLineRow[]): number {
  return lines.reduce((sum, line) => {
    const price = Math.round(Number(line.unit_price) * 100) * line.quantity;
    return sum + Math.round((price * (100 - (line.discount_percent ?? 0))) / 100);
  }, 0);
}

function payments(source: SeededSource, order: OrderRow, cents: number): Omit<PaymentRow, 'id'>[] {
  if (order.status === 'cancelled' && source.chance(0.5)) return [];
  const instalments = source.weighted([
    [1, 85],
    [2, 10],
    [3, 5],
  ] as const);
  const method = source.pick(['card', 'transfer', 'voucher', 'wallet'] as const);
  const rows = Array.from({ length: instalments }, (_, index) => {
    const share =
      index === 0 ? cents - Math.floor(cents / instalments) * (instalments - 1) : Math.floor(cents / instalments);
    return paymentRow(order, index * 30, 'charge', share, method);
  });
  const refunded = order.status === 'returned' || order.status === 'cancelled';
  const goodwill = order.status === 'delivered' && source.chance(0.03);
  if (refunded) rows.push(paymentRow(order, 75, 'refund', cents, method));
  else if (goodwill) rows.push(paymentRow(order, 20, 'refund', Math.ceil(cents / 10), method));
  return rows;
}

function paymentRow(
  order: OrderRow,
  daysLater: number,
  kind: PaymentRow['kind'],
  cents: number,
  method: string,
): Omit<PaymentRow, 'id'> {
  const paidAt = new Date(Date.parse(`${order.ordered_at.replace(' ', 'T')}Z`) + daysLater * 86_400_000 + 60_000);
  return {
    order_id: order.id,
    paid_at: paidAt.toISOString().slice(0, 19).replace('T', ' '),
    kind,
    amount: (cents / 100).toFixed(2),
    method,
  };
}
