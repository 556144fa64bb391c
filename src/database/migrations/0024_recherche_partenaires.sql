-- Partners search their own lists by trigrams too. Each of them is a part of this index: what others have costs nothing.
set local search_path to antenne_prive, antenne, public;

create extension if not exists btree_gin with schema antenne;
create index client_liste_recherche_partenaires on client_liste using gin (portee, recherche gin_trgm_ops) where portee <> antenne.tout();
