-- canonical: Weir's own form, CSV or Parquet, and the form into which every other format is mapped.
-- Units, meanings and absent values are those of dev.weir.traces.TraceJob and TraceNode.
--
-- To add a column: here with a default (so that older files stay valid), in the SELECT below, in the
-- record and in its reading and writing. What only one trace knows goes into `extra`.

--% raw nodes
CREATE TABLE raw_nodes (
  node         VARCHAR NOT NULL,
  cpu_milli    BIGINT  NOT NULL CHECK (cpu_milli >= 0),
  memory_bytes BIGINT  NOT NULL CHECK (memory_bytes >= 0),
  devices      INTEGER NOT NULL CHECK (devices BETWEEN 0 AND 1024),
  model        VARCHAR DEFAULT '',
  labels       VARCHAR DEFAULT ''
);

--% raw jobs
CREATE TABLE raw_jobs (
  job                 VARCHAR NOT NULL,
  submit_s            DOUBLE  NOT NULL CHECK (submit_s >= 0),
  tasks               INTEGER NOT NULL DEFAULT 1 CHECK (tasks >= 1),
  cpu_milli           BIGINT  NOT NULL DEFAULT 0 CHECK (cpu_milli >= 0),
  memory_bytes        BIGINT  NOT NULL DEFAULT 0 CHECK (memory_bytes >= 0),
  devices             INTEGER NOT NULL DEFAULT 0 CHECK (devices BETWEEN 0 AND 1024),
  device_milli        INTEGER DEFAULT NULL CHECK (device_milli BETWEEN 0 AND 1000),
  device_memory_bytes BIGINT  DEFAULT NULL CHECK (device_memory_bytes > 0),
  models              VARCHAR DEFAULT '',
  duration_s          DOUBLE  DEFAULT NULL CHECK (duration_s >= 0),
  limit_s             DOUBLE  DEFAULT NULL CHECK (limit_s > 0),
  queue               VARCHAR NOT NULL DEFAULT 'default',
  "user"              VARCHAR DEFAULT '',
  priority            INTEGER NOT NULL DEFAULT 0,
  kind                ENUM ('training', 'inference', 'interactive', 'batch') NOT NULL DEFAULT 'batch',
  end_state           ENUM ('completed', 'failed', 'cancelled', 'running') NOT NULL DEFAULT 'completed',
  deadline_s          DOUBLE  DEFAULT NULL CHECK (deadline_s >= 0),
  name                VARCHAR DEFAULT NULL,
  model_name          VARCHAR DEFAULT NULL,
  extra               VARCHAR DEFAULT ''
);

--% check nodes are unique
SELECT 'nodes' AS source, rowid AS record, 'node' AS field, node AS value,
       'is also the node of {place}' AS message, first_record AS other
FROM raw_nodes JOIN (SELECT node, min(rowid) AS first_record FROM raw_nodes
  GROUP BY node HAVING count(*) > 1) USING (node)
WHERE rowid > first_record

--% check nodes with devices name their model
SELECT 'nodes' AS source, rowid AS record, 'model' AS field, model AS value,
       'is empty although devices is ' || devices AS message
FROM raw_nodes WHERE devices > 0 AND coalesce(model, '') = ''

--% check labels are pairs
SELECT 'nodes' AS source, rowid AS record, 'labels' AS field, labels AS value,
       'is not of the form key=value;key=value' AS message
FROM raw_nodes
WHERE labels <> '' AND NOT regexp_full_match(labels, '[^=;]+=[^;]*(;[^=;]+=[^;]*)*')

--% check jobs are unique
SELECT 'jobs' AS source, rowid AS record, 'job' AS field, job AS value,
       'is also the job of {place}' AS message, first_record AS other
FROM raw_jobs JOIN (SELECT job, min(rowid) AS first_record FROM raw_jobs
  GROUP BY job HAVING count(*) > 1) USING (job)
WHERE rowid > first_record

--% check jobs with devices ask for a share of them
SELECT 'jobs' AS source, rowid AS record, 'device_milli' AS field, device_milli AS value,
       'asks for nothing of ' || devices || ' device' || if(devices = 1, '', 's') AS message
FROM raw_jobs WHERE devices > 0 AND device_milli = 0

--% check jobs without devices ask for no share
SELECT 'jobs' AS source, rowid AS record, 'device_milli' AS field, device_milli AS value,
       'asks for a share although devices is 0' AS message
FROM raw_jobs WHERE devices = 0 AND device_milli > 0

--% check only one device is shared
SELECT 'jobs' AS source, rowid AS record, 'device_milli' AS field, device_milli AS value,
       'is a share, and a task with ' || devices || ' devices asks for whole ones (1000)' AS message
FROM raw_jobs WHERE devices > 1 AND device_milli BETWEEN 1 AND 999

--% check models are those of the nodes
SELECT 'jobs' AS source, record, 'models' AS field, model AS value,
       'is no model of the nodes' AS message,
       (SELECT list(DISTINCT model ORDER BY model) FROM raw_nodes WHERE model <> '') AS candidates
FROM (SELECT rowid AS record, unnest(string_split(models, '|')) AS model FROM raw_jobs
      WHERE models <> '')
WHERE EXISTS (FROM raw_nodes) AND model <> '' AND model NOT IN (SELECT model FROM raw_nodes WHERE model <> '')

--% check models have names
SELECT 'jobs' AS source, rowid AS record, 'models' AS field, models AS value,
       'has an empty model' AS message
FROM raw_jobs WHERE models <> '' AND list_contains(string_split(models, '|'), '')

--% check deadlines lie after the submission
SELECT 'jobs' AS source, rowid AS record, 'deadline_s' AS field, deadline_s AS value,
       'lies before submit_s ' || submit_s AS message
FROM raw_jobs WHERE deadline_s < submit_s

--% check extra is pairs
SELECT 'jobs' AS source, rowid AS record, 'extra' AS field, extra AS value,
       'is not of the form key=value;key=value' AS message
FROM raw_jobs
WHERE extra <> '' AND NOT regexp_full_match(extra, '[^=;]+=[^;]*(;[^=;]+=[^;]*)*')

--% nodes
SELECT node, cpu_milli, memory_bytes, devices, coalesce(model, '') AS model, coalesce(labels, '') AS labels
FROM raw_nodes

--% jobs
SELECT job, submit_s, tasks, cpu_milli, memory_bytes, devices,
       coalesce(device_milli, if(devices > 0, 1000, 0)) AS device_milli,
       device_memory_bytes, coalesce(models, '') AS models, duration_s, limit_s, queue,
       coalesce("user", '') AS "user", priority, kind::VARCHAR AS kind, end_state::VARCHAR AS end_state,
       deadline_s, name, model_name, coalesce(extra, '') AS extra
FROM raw_jobs
