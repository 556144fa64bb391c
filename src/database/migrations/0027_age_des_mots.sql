-- Of the words of which another may be a slip, the oldest are looked at first: whoever stores words today hides no older one.
-- Words without a number were there before. A trigger writes the words: `noter_mots` (0019).
set local search_path to antenne_prive, antenne, public;

alter table nom_mot add column numero bigint;
create sequence nom_mot_numero owned by nom_mot.numero;
alter table nom_mot alter column numero set default nextval('nom_mot_numero');

-- The oldest of a variant, the words that begin alike, and those of the dictionary, each in a few steps.
create index nom_mot_age on nom_mot (variante, numero nulls first, mot);
create index nom_mot_debut on nom_mot (variante, mot) include (numero) where variante like '%*';
create index nom_mot_connu on nom_mot (variante, mot) include (numero) where mot ~ '^[~@=-]';
drop index nom_mot_variante_mot_idx;

-- The long answers that are kept for a user (A2), without those of others.
create index action_cle_longue on action_cle (utilisateur_id) where octet_length(corps) > 16384;
