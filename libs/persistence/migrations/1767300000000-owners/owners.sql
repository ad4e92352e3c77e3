-- Links act for their makers, and an erased person owns nothing new.
set local search_path to assay;

-- values of the roles claim of the last sign-in or token; null: unknown
alter table people add column roles text[];
update people p set roles = array(select jsonb_array_elements_text(coalesce(nullif(s.claims -> 'roles', 'null'), '[]')))
  from (select distinct on (person_id) person_id, claims from sessions order by person_id, created_at desc) s
  where s.person_id = p.id;
-- links that were made earlier are ended
alter table questions add column links_since timestamptz;

-- the erasure of a person reads the texts of each question's time
create index blocks_made on blocks (workspace_id, created_at);

alter table runs add foreign key (person) references people not valid;

-- For owners of any kind: version 8 is a person.
create function require_owner() returns trigger language plpgsql set search_path to assay as $$
begin
  if new.owner ~ '^[0-9a-f]{8}-[0-9a-f]{4}-8' then
    perform 1 from people where id = new.owner::uuid for key share;
    if not found then
      raise foreign_key_violation using message = 'the owner has been erased', constraint = 'owner_person_fkey';
    end if;
  end if;
  return new;
end
$$;
create trigger require_owner before insert on gold_sqls for each row execute function require_owner();
create trigger require_owner before insert on corrections for each row execute function require_owner();
create trigger require_owner before insert on workspace_evaluations for each row execute function require_owner();
