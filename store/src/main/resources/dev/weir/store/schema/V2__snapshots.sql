-- What the journal up to a turn comes to, so that a recovery need not begin at the first one. Any row
-- may be deleted: it makes recovery quick and nothing else.
create table snapshot (
  sequence ${key} primary key,
  at bigint not null,
  -- of the encoding; a reader passes over all but its own
  format text not null,
  -- hash of the journal's link at that turn
  chain text not null,
  -- SHA-256 over chain and body, in hexadecimal
  hash text not null,
  -- compressed with zstd
  body ${bytes} not null
);
