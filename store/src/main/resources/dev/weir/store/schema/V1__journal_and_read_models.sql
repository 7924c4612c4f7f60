-- One schema for SQLite and PostgreSQL; what differs is a placeholder. Times are journal time in ms
-- since 1970, ids are those of the engine, JSON is the canonical form of the model's records.

-- The journal. hash = SHA-256 over the former hash and the canonical encoding, in hexadecimal.
create table journal (
  sequence ${key} primary key,
  at bigint not null,
  -- of the encoding; a reader refuses one that it does not know
  format smallint not null,
  -- 0 = body is the encoding itself, 1 = compressed with zstd
  packed smallint not null,
  hash text not null,
  body ${bytes} not null
);

-- The newest link, so that a journal whose end is cut off is noticed.
create table head (
  one smallint primary key check (one = 1),
  sequence bigint not null,
  hash text not null
);
insert into head (one, sequence, hash)
  values (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');

-- Who may write. renewed is the database's clock; token counts take-overs.
create table lease (
  one smallint primary key check (one = 1),
  holder text not null,
  token bigint not null,
  since bigint not null,
  renewed bigint not null
);
insert into lease (one, holder, token, since, renewed) values (1, '', 0, 0, 0);

-- Read models: derived from the journal, can be rebuilt from it.

create table jobs (
  id ${key} primary key,
  name text not null,
  queue text not null,
  submitter text not null,
  kind text not null,
  state text not null,
  priority integer not null,
  incarnation integer not null,
  restarts integer not null,
  submitted_at bigint not null,
  first_start bigint,
  running_since bigint,
  ended_at bigint,
  device_milli bigint,
  saved_millis bigint not null,
  attained bigint not null,
  allocation bigint,
  planned text,
  suspended_by text,
  reason text,
  ending text,
  process_exit text,
  checkpoint text,
  checkpoint_at bigint,
  turn bigint not null
);
-- Lists are the newest first, so each index ends with the id.
create index jobs_by_state on jobs (state, id);
create index jobs_by_queue on jobs (queue, id);
create index jobs_by_queue_state on jobs (queue, state, id);
create index jobs_by_submitter on jobs (submitter, id);
create index jobs_by_submitter_state on jobs (submitter, state, id);
create index jobs_by_name on jobs (name${pattern}, id);

create table specs (
  job ${key} primary key,
  spec text not null
);

create table allocations (
  id bigint not null,
  incarnation integer not null,
  job bigint not null,
  decided_at bigint not null,
  started_at bigint,
  ended_at bigint,
  variants text not null,
  tasks text not null,
  device_milli bigint not null,
  stop text,
  beneficiary bigint,
  ending text,
  process_exit text,
  primary key (id, incarnation)
)${clustered};
create index allocations_by_job on allocations (job, id, incarnation);

create table timeline (
  job bigint not null,
  turn bigint not null,
  ordinal integer not null,
  at bigint not null,
  what text not null,
  detail text not null,
  primary key (job, turn, ordinal)
)${clustered};

-- Spans in which a job held the same amount of one device model in one domain.
create table segments (
  job bigint not null,
  began bigint not null,
  domain text not null,
  model text not null,
  allocation bigint not null,
  incarnation integer not null,
  queue text not null,
  submitter text not null,
  ended bigint,
  device_milli bigint not null,
  primary key (job, began, domain, model)
)${clustered};
create index segments_open on segments (job) where ended is null;

-- Ended segments, cut into hours and summed up.
create table usage_hours (
  hour bigint not null,
  queue text not null,
  submitter text not null,
  domain text not null,
  model text not null,
  milli_millis bigint not null,
  primary key (hour, queue, submitter, domain, model)
)${clustered};

-- What metering needs to know of nodes: the domain, and the model of each device position.
create table nodes (
  id text primary key,
  domain text not null,
  models text not null
);

create table settings (
  name text primary key,
  json text not null,
  set_by text not null,
  at bigint not null
);

-- Requests that were answered under an idempotency key.
create table answers (
  asked_by text not null,
  idempotency_key text not null,
  turn bigint not null,
  at bigint not null,
  via text not null,
  jobs text not null,
  primary key (asked_by, idempotency_key)
)${clustered};

-- position = turn × 2^20 + ordinal in the turn
create table audit (
  position ${key} primary key,
  turn bigint not null,
  at bigint not null,
  stated_by text not null,
  via text not null,
  idempotency_key text,
  what text not null
);
create index audit_by_person on audit (stated_by, position);
