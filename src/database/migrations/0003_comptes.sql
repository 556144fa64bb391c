-- Exact totals without counting. Beside a large table stands a small one that says how many rows there are, by the columns
-- that its list filters on, as signed rows: whoever changes the large table appends «so many more of these, so many fewer of
-- those» in the same transaction. A total is a sum over the cells that match, exact in the snapshot of whoever reads it; no
-- row is updated, so writers never wait for one another. When many rows have come together, a writer folds them.
set local search_path to antenne_prive, antenne, public;

create table client_compte (
  statut statut_client not null,
  statut_kyc statut_kyc not null,
  secteur_id uuid,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create table reservation_compte (
  statut statut_reservation not null,
  partenaire_id uuid not null,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index on reservation_compte (partenaire_id);

-- Called by statement triggers with the columns that are counted by: appends what the statement changed.
create function compter() returns trigger language plpgsql as $$
declare
  table_compte text := format('antenne_prive.%I', tg_table_name || '_compte');
  colonnes text := array_to_string(tg_argv, ', ');
  changement text := case tg_op
    when 'INSERT' then format('select %s, 1 as n from nouvelles', colonnes)
    when 'DELETE' then format('select %s, -1 as n from anciennes', colonnes)
    else format('select %1$s, 1 as n from nouvelles union all select %1$s, -1 from anciennes', colonnes)
  end;
begin
  execute format('insert into %s (%s, n) select %2$s, sum(n)::int from (%s) as change group by %2$s having sum(n) <> 0',
    table_compte, colonnes, changement);
  perform antenne_prive.plier_compte(table_compte, colonnes);
  return null;
end
$$;

-- Folds a table of counts once it has become long: its rows are taken out and put back as one per cell, in one transaction.
-- One at a time; a writer that finds another at it goes on. Rows not yet committed elsewhere are not seen and stay.
create function plier_compte(table_compte text, colonnes text) returns void language plpgsql as $$
declare
  longueur int;
begin
  execute format('select count(*) from %s', table_compte) into longueur;
  if longueur < 4000 or current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtext(table_compte)) then
    return;
  end if;
  execute format('with anciennes as (delete from %1$s returning *)
    insert into %1$s (%2$s, n) select %2$s, sum(n)::int from anciennes group by %2$s having sum(n) <> 0',
    table_compte, colonnes);
end
$$;

create trigger compter_ajout after insert on client referencing new table as nouvelles
  for each statement execute function compter('statut', 'statut_kyc', 'secteur_id');
create trigger compter_retrait after delete on client referencing old table as anciennes
  for each statement execute function compter('statut', 'statut_kyc', 'secteur_id');
create trigger compter_changement after update on client referencing old table as anciennes new table as nouvelles
  for each statement execute function compter('statut', 'statut_kyc', 'secteur_id');

create trigger compter_ajout after insert on reservation referencing new table as nouvelles
  for each statement execute function compter('statut', 'partenaire_id');
create trigger compter_retrait after delete on reservation referencing old table as anciennes
  for each statement execute function compter('statut', 'partenaire_id');
create trigger compter_changement after update on reservation referencing old table as anciennes new table as nouvelles
  for each statement execute function compter('statut', 'partenaire_id');

insert into client_compte select statut, statut_kyc, secteur_id, count(*) from client group by 1, 2, 3;
insert into reservation_compte select statut, partenaire_id, count(*) from reservation group by 1, 2;
