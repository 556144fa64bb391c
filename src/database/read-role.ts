import type pg from 'pg'

/** The role of the connections that answer requests, where the database is ours: it reads, and can do nothing else. */
export const READ_ROLE = 'antenne_lecture'

/** Makes the role, and lets it read what answers are made of; what a later migration adds, the next start adds too. */
export async function grantReading(client: pg.Client): Promise<void> {
  await client.query(`
    do $$ begin create role ${READ_ROLE} login; exception when duplicate_object then null; end $$;
    alter role ${READ_ROLE} set default_transaction_read_only = on;
    do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$;
    grant usage on schema antenne, antenne_prive to ${READ_ROLE};
    grant select on all tables in schema antenne, antenne_prive to ${READ_ROLE};
    revoke select on antenne_prive.journal, antenne_prive.nom_mot from ${READ_ROLE}`)
}
