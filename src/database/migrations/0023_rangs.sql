-- Lists that have bookmarks are given the ranks of these in each filtered list, as when bookmarks are set anew. Rows are
-- written beside those who read and write: nobody waits but another writer who would set the same bookmarks anew.
set local search_path to antenne_prive, antenne, public;

select pg_advisory_xact_lock(hashtext('antenne.client_ecart'));
select client_reperer(portee) from (select distinct portee from client_repere) as lecteurs;

select pg_advisory_xact_lock(hashtext('antenne.reservation_ecart'));
select reservation_reperer(portee) from (select distinct portee from reservation_repere) as lecteurs;
