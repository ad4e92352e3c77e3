import { ROLES, type Id } from '@assay/contracts';
import { statedValues, type Caller, type Grant } from '@assay/contracts/requests';
import type { OidcConfig } from '@assay/runtime';

export interface PersonClaims {
  name: string | null;
  /** Null: the token has no such claim. */
  roles: string[] | null;
  groups: string[] | null;
  /** Absent in sessions of earlier releases. */
  kept?: Record<string, unknown>;
}

const NAME_CHARACTERS = 200;
const MOST_VALUES = 1000;
const CLAIM_CHARACTERS = 16_384;

export function personClaims(claims: Record<string, unknown>, settings: OidcConfig): PersonClaims {
  const name = ['name', 'preferred_username', 'email'].map((claim) => claims[claim]).find(isText);
  return {
    name: name === undefined ? null : printable(name),
    roles: textsOf(claims, settings.rolesClaim),
    groups: textsOf(claims, settings.groupsClaim),
    kept: keptClaims(claims),
  };
}

/** Roles come from the mapping alone: an unknown value gives nothing. */
function grantsOf(roles: readonly string[], { roles: mapping }: OidcConfig): Grant[] {
  const values = new Set(['*', ...roles]);
  return Object.entries(mapping).flatMap(([value, mapped]) =>
    values.has(value)
      ? ROLES.flatMap((role) => {
          const scope = mapped[role];
          return scope === undefined ? [] : [{ role, workspaces: scope === 'all' ? null : scope }];
        })
      : [],
  );
}

export function callerOfPerson(id: Id, subject: string, claims: PersonClaims, settings: OidcConfig): Caller {
  return {
    owner: id,
    name: claims.name ?? printable(subject),
    person: { id, subject, groups: claims.groups ?? [], claims: claims.kept },
    grants: grantsOf(claims.roles ?? [], settings),
  };
}

function textsOf(claims: Record<string, unknown>, name: string): string[] | null {
  return statedValues(claims, name)?.filter(isText).slice(0, MOST_VALUES) ?? null;
}

const OF_TOKEN: ReadonlySet<string> = new Set(
  'iss aud exp iat nbf jti nonce azp at_hash c_hash s_hash auth_time acr amr sid typ'.split(' '),
);

/** Claims that workspaces may map; too long ones are left out. */
function keptClaims(claims: Record<string, unknown>): Record<string, unknown> {
  let room = CLAIM_CHARACTERS;
  return Object.fromEntries(
    Object.entries(claims).filter(([name, value]) => {
      const length = name.length + (JSON.stringify(value) ?? '').length;
      if (OF_TOKEN.has(name) || length > room) return false;
      room -= length;
      return true;
    }),
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('\0');
}

/** Without control characters, which would forge lines in logs. */
function printable(text: string): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, NAME_CHARACTERS);
}
