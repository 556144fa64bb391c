-- Reservations: a partner's claim on a client, and the evidence of its duplicate check.
set local search_path to antenne_prive, antenne, public;

create table reservation (
  id uuid primary key,
  client_id uuid not null references client,
  partenaire_id uuid not null references partenaire,
  demandee_par uuid not null references utilisateur,
  statut statut_reservation not null,
  doublon_resultat resultat_doublon,
  doublon_controle_le instant,
  motif_decision text,
  traitee_par uuid references utilisateur,
  traitee_le instant,
  cree_le instant not null,
  modifie_le instant not null,
  en_attente boolean not null generated always as (statut in ('demandee', 'conflit')) stored,
  -- D11, as one ascending number: pending first, newest first.
  ordre bigint not null generated always as (
    case when statut in ('demandee', 'conflit') then 0 else 1::bigint << 52 end
      - floor(extract(epoch from cree_le at time zone 'UTC') * 1000)::bigint
  ) stored,
  constraint reservation_controle check ((doublon_resultat is null) = (doublon_controle_le is null))
);
create index on reservation (ordre, id);
create index on reservation (statut, ordre, id);
create index on reservation (partenaire_id, ordre, id);
create index on reservation (partenaire_id, statut, ordre, id);
create index on reservation (client_id);

-- The evidence is a dated photograph: it keeps the names that the check saw and follows no later change.
create table reservation_correspondance (
  reservation_id uuid not null references reservation on delete cascade,
  rang int not null,
  client_id uuid not null,
  raison_sociale text not null,
  partenaire_actuel_id uuid,
  criteres critere_doublon[] not null,
  similarite double precision not null check (similarite between 0 and 1),
  primary key (reservation_id, rang)
);

create table reservation_concurrente (
  reservation_id uuid not null references reservation on delete cascade,
  rang int not null,
  concurrente_id uuid not null,
  partenaire_id uuid not null,
  demandee_le instant not null,
  primary key (reservation_id, rang)
);
