import type pg from 'pg'
import type { Static } from 'typebox'
import type { TypeOrganisation } from '../contract/enums.ts'

/** An account as the administrator sees it. */
export interface Account {
  readonly id: string
  readonly email: string | null
  readonly organisation: string
  readonly type: Static<typeof TypeOrganisation>
  /** The permissions that `/moi` gives: none when the account or the organisation is inactive. */
  readonly permissions: readonly string[]
}

const accounts = `
  select u.id, u.email, o.nom as organisation, o.type,
    array(select distinct permission from droit where utilisateur_id = u.id order by permission) as permissions
  from utilisateur as u join organisation as o on o.id = u.organisation_id`

const order = 'order by o.type, o.nom, u.email, u.id'

/** All accounts, by type of organisation, organisation and e-mail. */
export const listAccounts = async (client: pg.Client): Promise<Account[]> =>
  (await client.query<Account>(`${accounts} ${order}`)).rows

/** The accounts with these e-mail addresses. */
export const accountsOf = async (client: pg.Client, emails: readonly string[]): Promise<Account[]> =>
  (await client.query<Account>(`${accounts} where lower(u.email) = any ($1) ${order}`, [emails])).rows

/** The accounts with this e-mail address or id. */
export const findAccounts = async (client: pg.Client, key: string): Promise<Account[]> =>
  (
    await client.query<Account>(
      `${accounts} where lower(u.email) = lower($1) or u.id::text = lower($1) ${order}`,
      [key],
    )
  ).rows
