-- Samples of telemetry. Times are wall clock in ms since 1970.
create table series (
  id integer primary key${generated},
  subject text not null,
  metric text not null,
  unique (subject, metric)
);
create table samples (
  series integer not null,
  at bigint not null,
  value double precision not null,
  primary key (series, at)
)${clustered};
create index samples_by_time on samples (at);
-- Older samples, one row per minute.
create table minutes (
  series integer not null,
  at bigint not null,
  total double precision not null,
  low double precision not null,
  high double precision not null,
  samples bigint not null,
  primary key (series, at)
)${clustered};
create index minutes_by_time on minutes (at);
