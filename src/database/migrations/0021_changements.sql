-- What changed for whom: applications that keep a copy ask for it (docs/changes.md).
set local search_path to antenne_prive, antenne, public;

-- The reader of what everybody reads: the catalogue and the reference lists. Nobody has this id.
create function antenne.chacun() returns uuid language sql immutable parallel safe
return 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid;

-- One row for each item and reader that a transaction touched: the item changed, came into the reader's scope or left it. Readers
-- are the operator (`antenne.tout()`), a partner, an organisation for its own client records, and everybody. The position is the
-- transaction itself: whoever knows which transactions a copy has seen finds all others, whenever they committed. Rows are only
-- added, so writers do not wait for one another.
create table changement (
  lecteur uuid not null,
  position xid8 not null default pg_current_xact_id(),
  ressource text collate "C" not null,
  id uuid not null,
  le timestamptz not null default now(),
  primary key (lecteur, position, ressource, id)
) with (autovacuum_analyze_scale_factor = 0.02);
create index on changement using brin (le);

-- Positions mean something as long as one server goes on counting. From `debut` on, a server that starts counts on by itself; one
-- that takes over, on another timeline, may have lost what came after the last change that it has.
create table epoque (
  rang int generated always as identity primary key,
  id bigint not null unique default ('x' || substr(md5(gen_random_uuid()::text), 1, 11))::bit(44)::bigint,
  demarrage timestamptz not null,
  ligne_de_temps int not null,
  debut xid8 not null,
  position xid8 not null default pg_current_xact_id()
);

-- The timeline of a primary; null of a standby.
create function antenne.ligne_de_temps() returns int language sql stable
return case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end;

-- Whether changes are noted in this transaction; the server that writes is noted before its first change. Several who do so at
-- once wait for nobody: each notes it.
create function suivre() returns boolean
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
declare
  derniere epoque;
begin
  if current_setting('antenne.sans_suivi', true) = 'oui' then
    return false;
  end if;
  select * into derniere from epoque order by rang desc limit 1;
  if derniere.demarrage is distinct from pg_postmaster_start_time() or derniere.ligne_de_temps is distinct from antenne.ligne_de_temps() then
    insert into epoque (demarrage, ligne_de_temps, debut) values (pg_postmaster_start_time(), antenne.ligne_de_temps(),
      case when derniere.rang is null or derniere.ligne_de_temps = antenne.ligne_de_temps() then pg_snapshot_xmin(pg_current_snapshot())
        else coalesce((select max(position) from changement), '0') end);
  end if;
  return true;
end
$$;
select suivre();

-- What this transaction changes is noted nowhere: all copies are made anew.
create function ne_pas_suivre() returns void
language plpgsql as $$
begin
  perform set_config('antenne.sans_suivi', 'oui', true);
  insert into antenne_prive.epoque (demarrage, ligne_de_temps, debut) values (clock_timestamp(), antenne.ligne_de_temps(), '0');
end
$$;

-- Names this database: a copy of it, restored elsewhere or beside it, is another one.
create function antenne.base_de_donnees() returns text
language sql stable security definer set search_path to pg_catalog, pg_temp
return (select system_identifier from pg_control_system()) || ' ' || (select oid from pg_database where datname = current_database());

-- Who notes a change and who makes somebody a reader of what changes wait for one another (`attendre_son_tour`, and the locks
-- below): whoever comes second sees what the first did, and notes it.

-- Clients are told to the readers of their list and to their own organisation, with their contacts and sites where the reader is new
-- or no longer one.

create function client_lecteurs(client_id uuid) returns setof uuid language sql stable as $$
  select portee from antenne_prive.client_liste where id = $1
  union all
  select organisation_id from antenne_prive.client where id = $1
$$;

create function client_noter() returns trigger
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
begin
  if not suivre() then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if not exists (select from nouvelles) then
      return null;
    end if;
    perform attendre_son_tour(false);
    insert into changement (lecteur, ressource, id)
      select lecteur, 'client', id from nouvelles as n join anciennes as a using (id), client_lecteurs(id) as lecteur
      where n is distinct from a
      on conflict do nothing;
    insert into changement (lecteur, ressource, id)
      select lecteur, ressource, m.id
      from nouvelles as n join anciennes as a using (id),
        unnest(array[n.organisation_id, a.organisation_id]) as lecteur,
        lateral (select 'client' as ressource, n.id
          union all select 'contact', contact.id from contact where client_id = n.id
          union all select 'site', site.id from site where client_id = n.id) as m
      where n.organisation_id <> a.organisation_id
      on conflict do nothing;
  elsif tg_op = 'INSERT' then
    insert into changement (lecteur, ressource, id) select organisation_id, 'client', id from nouvelles on conflict do nothing;
  else
    insert into changement (lecteur, ressource, id) select organisation_id, 'client', id from anciennes on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger noter_ajout after insert on client referencing new table as nouvelles
  for each statement execute function client_noter();
create trigger noter_retrait after delete on client referencing old table as anciennes
  for each statement execute function client_noter();
create trigger noter_changement after update on client referencing old table as anciennes new table as nouvelles
  for each statement execute function client_noter();

create function client_liste_noter() returns trigger
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
begin
  if not suivre() then
    return null;
  end if;
  insert into changement (lecteur, ressource, id)
    select portee, 'client', id from concernes
    union all select portee, 'contact', contact.id from concernes join contact on client_id = concernes.id
    union all select portee, 'site', site.id from concernes join site on client_id = concernes.id
    on conflict do nothing;
  return null;
end
$$;
create trigger noter_ajout after insert on client_liste referencing new table as concernes
  for each statement execute function client_liste_noter();
create trigger noter_retrait after delete on client_liste referencing old table as concernes
  for each statement execute function client_liste_noter();

-- Contacts and sites are told to those who read their client.

create function contact_noter() returns trigger
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
declare
  clients uuid[];
begin
  if not suivre() then
    return null;
  end if;
  if tg_op <> 'DELETE' then
    clients := array(select client_id from nouvelles);
  end if;
  if tg_op <> 'INSERT' then
    clients := clients || array(select client_id from anciennes);
  end if;
  if cardinality(clients) = 0 then
    return null;
  end if;
  perform attendre_son_tour(false);
  perform from client where id = any (clients) order by id for no key update;
  if tg_op <> 'DELETE' then
    insert into changement (lecteur, ressource, id)
      select lecteur, tg_table_name, n.id from nouvelles as n, client_lecteurs(n.client_id) as lecteur
      on conflict do nothing;
  end if;
  if tg_op <> 'INSERT' then
    insert into changement (lecteur, ressource, id)
      select lecteur, tg_table_name, a.id from anciennes as a, client_lecteurs(a.client_id) as lecteur
      on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger noter_ajout after insert on contact referencing new table as nouvelles
  for each statement execute function contact_noter();
create trigger noter_retrait after delete on contact referencing old table as anciennes
  for each statement execute function contact_noter();
create trigger noter_changement after update on contact referencing old table as anciennes new table as nouvelles
  for each statement execute function contact_noter();
create trigger noter_ajout after insert on site referencing new table as nouvelles
  for each statement execute function contact_noter();
create trigger noter_retrait after delete on site referencing old table as anciennes
  for each statement execute function contact_noter();
create trigger noter_changement after update on site referencing old table as anciennes new table as nouvelles
  for each statement execute function contact_noter();

create function reservation_noter() returns trigger
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
begin
  if not suivre() then
    return null;
  end if;
  if tg_op <> 'DELETE' then
    insert into changement (lecteur, ressource, id)
      select lecteur, 'reservation', id from nouvelles, unnest(array[antenne.tout(), partenaire_id]) as lecteur
      on conflict do nothing;
  end if;
  if tg_op <> 'INSERT' then
    insert into changement (lecteur, ressource, id)
      select lecteur, 'reservation', id from anciennes, unnest(array[antenne.tout(), partenaire_id]) as lecteur
      on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger noter_ajout after insert on reservation referencing new table as nouvelles
  for each statement execute function reservation_noter();
create trigger noter_retrait after delete on reservation referencing old table as anciennes
  for each statement execute function reservation_noter();
create trigger noter_changement after update on reservation referencing old table as anciennes new table as nouvelles
  for each statement execute function reservation_noter();

-- Partners, and their documents where an organisation becomes a partner or ceases to be one.

create function partenaire_noter() returns trigger
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
begin
  if not suivre() then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform from nouvelles as n join anciennes as a using (id) where n.organisation_id <> a.organisation_id;
  elsif tg_op = 'INSERT' then
    perform from nouvelles;
  else
    perform from anciennes;
  end if;
  -- Whose documents these are changes: nobody deposits one meanwhile.
  if found then
    perform attendre_son_tour(true);
  end if;
  if tg_op <> 'DELETE' then
    insert into changement (lecteur, ressource, id)
      select lecteur, ressource, m.id from nouvelles as n, unnest(array[antenne.tout(), n.id]) as lecteur,
        lateral (select 'partenaire' as ressource, n.id
          union all select 'document_kyc', d.id from document_kyc as d where tg_op = 'INSERT' and d.organisation_id = n.organisation_id) as m
      on conflict do nothing;
  end if;
  if tg_op <> 'INSERT' then
    insert into changement (lecteur, ressource, id)
      select lecteur, ressource, m.id from anciennes as a, unnest(array[antenne.tout(), a.id]) as lecteur,
        lateral (select 'partenaire' as ressource, a.id
          union all select 'document_kyc', d.id from document_kyc as d where tg_op = 'DELETE' and d.organisation_id = a.organisation_id) as m
      on conflict do nothing;
  end if;
  if tg_op = 'UPDATE' then
    insert into changement (lecteur, ressource, id)
      select lecteur, 'document_kyc', d.id
      from nouvelles as n join anciennes as a using (id) join document_kyc as d on d.organisation_id in (n.organisation_id, a.organisation_id),
        unnest(array[antenne.tout(), n.id]) as lecteur
      where n.organisation_id <> a.organisation_id
      on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger noter_ajout after insert on partenaire referencing new table as nouvelles
  for each statement execute function partenaire_noter();
create trigger noter_retrait after delete on partenaire referencing old table as anciennes
  for each statement execute function partenaire_noter();
create trigger noter_changement after update on partenaire referencing old table as anciennes new table as nouvelles
  for each statement execute function partenaire_noter();

-- Documents are told with what is shown of their type and their file.

create function document_kyc_noter() returns trigger
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
begin
  if not suivre() then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform from anciennes;
  else
    perform from nouvelles;
  end if;
  if not found then
    return null;
  end if;
  perform attendre_son_tour(false);
  if tg_op <> 'DELETE' then
    perform from fichier where id in (select fichier_id from nouvelles) order by id for share;
    insert into changement (lecteur, ressource, id)
      select lecteur, 'document_kyc', n.id from nouvelles as n join partenaire using (organisation_id),
        unnest(array[antenne.tout(), partenaire.id]) as lecteur
      on conflict do nothing;
  end if;
  if tg_op <> 'INSERT' then
    insert into changement (lecteur, ressource, id)
      select lecteur, 'document_kyc', a.id from anciennes as a join partenaire using (organisation_id),
        unnest(array[antenne.tout(), partenaire.id]) as lecteur
      on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger noter_ajout after insert on document_kyc referencing new table as nouvelles
  for each statement execute function document_kyc_noter();
create trigger noter_retrait after delete on document_kyc referencing old table as anciennes
  for each statement execute function document_kyc_noter();
create trigger noter_changement after update on document_kyc referencing old table as anciennes new table as nouvelles
  for each statement execute function document_kyc_noter();

create function fichier_noter() returns trigger
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
begin
  if not suivre() then
    return null;
  end if;
  if not exists (select from nouvelles) then
    return null;
  end if;
  perform attendre_son_tour(false);
  insert into changement (lecteur, ressource, id)
    select lecteur, 'document_kyc', d.id
    from nouvelles as n join document_kyc as d on d.fichier_id = n.id join partenaire on partenaire.organisation_id = d.organisation_id,
      unnest(array[antenne.tout(), partenaire.id]) as lecteur
    on conflict do nothing;
  return null;
end
$$;
create trigger noter_changement after update on fichier referencing new table as nouvelles
  for each statement execute function fichier_noter();

create function type_document_noter() returns trigger
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
begin
  if not suivre() or not exists (select from nouvelles) then
    return null;
  end if;
  -- Rare, and alone while it lasts: nobody deposits a document of this type meanwhile.
  perform attendre_son_tour(true);
  insert into changement (lecteur, ressource, id)
    select lecteur, 'document_kyc', d.id
    from nouvelles as n join document_kyc as d on d.type_document_id = n.id join partenaire on partenaire.organisation_id = d.organisation_id,
      unnest(array[antenne.tout(), partenaire.id]) as lecteur
    on conflict do nothing;
  return null;
end
$$;
create trigger noter_documents after update on type_document referencing new table as nouvelles
  for each statement execute function type_document_noter();

-- What everybody reads.

create function reference_noter() returns trigger
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
begin
  if not suivre() then
    return null;
  end if;
  insert into changement (lecteur, ressource, id)
    select antenne.chacun(), tg_table_name, id from concernes on conflict do nothing;
  return null;
end
$$;
create trigger noter_ajout after insert on zone_geographique referencing new table as concernes
  for each statement execute function reference_noter();
create trigger noter_retrait after delete on zone_geographique referencing old table as concernes
  for each statement execute function reference_noter();
create trigger noter_changement after update on zone_geographique referencing new table as concernes
  for each statement execute function reference_noter();
create trigger noter_ajout after insert on secteur_activite referencing new table as concernes
  for each statement execute function reference_noter();
create trigger noter_retrait after delete on secteur_activite referencing old table as concernes
  for each statement execute function reference_noter();
create trigger noter_changement after update on secteur_activite referencing new table as concernes
  for each statement execute function reference_noter();
create trigger noter_ajout after insert on type_document referencing new table as concernes
  for each statement execute function reference_noter();
create trigger noter_retrait after delete on type_document referencing old table as concernes
  for each statement execute function reference_noter();
create trigger noter_changement after update on type_document referencing new table as concernes
  for each statement execute function reference_noter();
create trigger noter_ajout after insert on offre referencing new table as concernes
  for each statement execute function reference_noter();
create trigger noter_retrait after delete on offre referencing old table as concernes
  for each statement execute function reference_noter();
create trigger noter_changement after update on offre referencing new table as concernes
  for each statement execute function reference_noter();

create function tarif_noter() returns trigger
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
begin
  if not suivre() then
    return null;
  end if;
  if tg_op <> 'DELETE' then
    insert into changement (lecteur, ressource, id)
      select antenne.chacun(), 'offre', offre.id from nouvelles as n join offre on offre.id = n.offre_id
        or n.offre_id is null and offre.produit_id = n.produit_id
      on conflict do nothing;
  end if;
  if tg_op <> 'INSERT' then
    insert into changement (lecteur, ressource, id)
      select antenne.chacun(), 'offre', offre.id from anciennes as a join offre on offre.id = a.offre_id
        or a.offre_id is null and offre.produit_id = a.produit_id
      on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger noter_ajout after insert on tarif referencing new table as nouvelles
  for each statement execute function tarif_noter();
create trigger noter_retrait after delete on tarif referencing old table as anciennes
  for each statement execute function tarif_noter();
create trigger noter_changement after update on tarif referencing old table as anciennes new table as nouvelles
  for each statement execute function tarif_noter();

-- Documents that expired between two days.
create index on document_kyc (date_expiration);
