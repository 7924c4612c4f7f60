-- openb: nodes and pods of a production GPU cluster, two CSV files.
-- Origin: Weng et al., "Beware of Fragmentation", USENIX ATC 2023; Alibaba cluster trace, GPU, 2023.
--
-- The shape of the file, the rules and the mapping are described at dev.weir.traces.TraceFormat.
-- Columns with a default may be missing: the multigpu lists have the first five pod columns only.

--% raw nodes
CREATE TABLE raw_nodes (
  sn         VARCHAR NOT NULL,
  cpu_milli  BIGINT  NOT NULL CHECK (cpu_milli >= 0),
  -- At most what fits 63 bits when it is written in bytes.
  memory_mib BIGINT  NOT NULL CHECK (memory_mib BETWEEN 0 AND 8796093022207),
  gpu        INTEGER NOT NULL CHECK (gpu BETWEEN 0 AND 1024),
  model      VARCHAR
);

--% raw jobs
CREATE TABLE raw_jobs (
  name           VARCHAR NOT NULL,
  cpu_milli      BIGINT  NOT NULL CHECK (cpu_milli >= 0),
  memory_mib     BIGINT  NOT NULL CHECK (memory_mib BETWEEN 0 AND 8796093022207),
  num_gpu        INTEGER NOT NULL CHECK (num_gpu BETWEEN 0 AND 1024),
  -- Of each GPU; 1000 is a whole one.
  gpu_milli      INTEGER NOT NULL CHECK (gpu_milli BETWEEN 0 AND 1000),
  -- Admissible models separated by '|'; empty admits any.
  gpu_spec       VARCHAR DEFAULT NULL,
  qos            ENUM ('LS', 'BE', 'Burstable', 'Guaranteed') DEFAULT NULL,
  pod_phase      ENUM ('Running', 'Pending', 'Succeeded', 'Failed') DEFAULT NULL,
  -- Seconds from the start of the trace.
  creation_time  BIGINT DEFAULT NULL CHECK (creation_time >= 0),
  deletion_time  BIGINT DEFAULT NULL CHECK (deletion_time >= 0),
  -- Empty: the pod was never scheduled.
  scheduled_time BIGINT DEFAULT NULL CHECK (scheduled_time >= 0)
);

--% check node names are unique
SELECT 'nodes' AS source, rowid AS record, 'sn' AS field, sn AS value,
       'is also the node of {place}' AS message, first_record AS other
FROM raw_nodes JOIN (SELECT sn, min(rowid) AS first_record FROM raw_nodes
  GROUP BY sn HAVING count(*) > 1) USING (sn)
WHERE rowid > first_record

--% check nodes with GPUs name their model
SELECT 'nodes' AS source, rowid AS record, 'model' AS field, model AS value,
       'is empty although gpu is ' || gpu AS message
FROM raw_nodes WHERE gpu > 0 AND model IS NULL

--% check pod names are unique
SELECT 'jobs' AS source, rowid AS record, 'name' AS field, name AS value,
       'is also the pod of {place}' AS message, first_record AS other
FROM raw_jobs JOIN (SELECT name, min(rowid) AS first_record FROM raw_jobs
  GROUP BY name HAVING count(*) > 1) USING (name)
WHERE rowid > first_record

--% check pods with GPUs ask for a share of them
SELECT 'jobs' AS source, rowid AS record, 'gpu_milli' AS field, gpu_milli AS value,
       'asks for nothing of ' || num_gpu || ' GPU' || if(num_gpu = 1, '', 's') AS message
FROM raw_jobs WHERE num_gpu > 0 AND gpu_milli = 0

--% check pods without GPUs ask for no share
SELECT 'jobs' AS source, rowid AS record, 'gpu_milli' AS field, gpu_milli AS value,
       'asks for a share although num_gpu is 0' AS message
FROM raw_jobs WHERE num_gpu = 0 AND gpu_milli > 0

--% check only one GPU is shared
SELECT 'jobs' AS source, rowid AS record, 'gpu_milli' AS field, gpu_milli AS value,
       'is a share, and a pod with ' || num_gpu || ' GPUs asks for whole ones (1000)' AS message
FROM raw_jobs WHERE num_gpu > 1 AND gpu_milli BETWEEN 1 AND 999

--% check models are those of the node list
SELECT 'jobs' AS source, record, 'gpu_spec' AS field, spec AS value,
       'is no model of the node list' AS message,
       (SELECT list(DISTINCT model ORDER BY model) FROM raw_nodes WHERE model IS NOT NULL) AS candidates
FROM (SELECT rowid AS record, unnest(string_split(gpu_spec, '|')) AS spec FROM raw_jobs
      WHERE gpu_spec IS NOT NULL)
WHERE EXISTS (FROM raw_nodes) AND spec <> '' AND spec NOT IN (SELECT model FROM raw_nodes WHERE model IS NOT NULL)

--% check models have names
SELECT 'jobs' AS source, rowid AS record, 'gpu_spec' AS field, gpu_spec AS value,
       'has an empty model' AS message
FROM raw_jobs WHERE list_contains(string_split(gpu_spec, '|'), '')

--% check pods have both times or none
SELECT 'jobs' AS source, rowid AS record,
       if(creation_time IS NULL, 'creation_time', 'deletion_time') AS field, NULL AS value,
       'is empty although the other time is given' AS message
FROM raw_jobs
WHERE (creation_time IS NULL) <> (deletion_time IS NULL) AND faults = 0

--% check pods are deleted after their creation
SELECT 'jobs' AS source, rowid AS record, 'deletion_time' AS field, deletion_time AS value,
       'lies before creation_time ' || creation_time AS message
FROM raw_jobs WHERE deletion_time < creation_time

--% check pods are scheduled in their life time
SELECT 'jobs' AS source, rowid AS record, 'scheduled_time' AS field, scheduled_time AS value,
       'lies outside creation_time ' || creation_time || ' to deletion_time ' || deletion_time AS message
FROM raw_jobs WHERE deletion_time >= creation_time
  AND NOT (scheduled_time BETWEEN creation_time AND deletion_time)

--% nodes
SELECT sn AS node, cpu_milli, memory_mib * 1048576 AS memory_bytes, gpu AS devices,
       coalesce(model, '') AS model
FROM raw_nodes

--% jobs
-- The trace has no tenants: its service classes are the queues. LS (latency sensitive) pods serve
-- requests; of the others nothing is known but that they may wait.
SELECT name AS job,
       coalesce(creation_time, 0) AS submit_s,
       1 AS tasks,
       cpu_milli,
       memory_mib * 1048576 AS memory_bytes,
       num_gpu AS devices,
       gpu_milli AS device_milli,
       coalesce(gpu_spec, '') AS models,
       deletion_time - creation_time AS duration_s,
       coalesce(lower(qos::VARCHAR), 'default') AS queue,
       if(qos = 'LS', 'inference', 'batch') AS kind,
       CASE pod_phase WHEN 'Succeeded' THEN 'completed' WHEN 'Failed' THEN 'failed'
                      WHEN 'Running' THEN 'running' WHEN 'Pending' THEN 'cancelled'
                      ELSE 'completed' END AS end_state
FROM raw_jobs

--% note running
-- clusterdata issue 218.
SELECT count(*) AS count,
       'of ' || (SELECT count(*) FROM raw_jobs) || ' pods are marked Running: their deletion_time is where'
       || ' the recording stops knowing them, not a completion (end_state running)' AS text
FROM raw_jobs WHERE pod_phase = 'Running'

--% note never-scheduled
SELECT count(*) AS count,
       'of ' || (SELECT count(*) FROM raw_jobs) || ' pods were deleted before they were scheduled'
       || ' (Pending; end_state cancelled)' AS text
FROM raw_jobs WHERE pod_phase = 'Pending'

--% note no-times
SELECT count(*) AS count,
       'of ' || (SELECT count(*) FROM raw_jobs) || ' pods have no times: submitted at 0, duration unknown' AS text
FROM raw_jobs WHERE creation_time IS NULL
