-- Who deletes a contact must know whose site names it: an index finds them, not a look at every site.
set local search_path to antenne_prive, antenne, public;

create index on site (contact_id) where contact_id is not null;
