package dev.weir.store.sql;

import static dev.weir.store.sql.Tables.ID;
import static dev.weir.store.sql.Tables.JOBS;
import static dev.weir.store.sql.Tables.KIND;
import static dev.weir.store.sql.Tables.NAME;
import static dev.weir.store.sql.Tables.QUEUE;
import static dev.weir.store.sql.Tables.STATE;
import static dev.weir.store.sql.Tables.SUBMITTED_AT;
import static dev.weir.store.sql.Tables.SUBMITTER;

import dev.weir.store.JobFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.SQLDialect;
import org.jooq.Select;
import org.jooq.SelectConditionStep;
import org.jooq.impl.DSL;

/**
 * Lists jobs, the newest first. An index gives the ids of one state, queue or submitter in order,
 * but not those of several; so each combination is asked for its own newest, which costs as much as
 * the page is long, and not as much as there are jobs.
 */
final class JobQuery {
  /** Combinations that are asked for one by one; more are asked for together. */
  private static final int MOST_PARTS = 120;

  /** Names with the same beginning that are sorted; if there are more, the newest are near. */
  private static final int FEW = 5_000;

  private static final String ANY_SUFFIX = "*";

  /** The name as a value: many names that begin alike are found by walking the newest. */
  private static final Field<String> UNINDEXED_NAME = DSL.field("(name || '')", String.class);

  private final DSLContext sql;
  private final JobFilter filter;
  private final OptionalLong before;
  private final int limit;

  JobQuery(DSLContext sql, JobFilter filter, OptionalLong before, int limit) {
    this.sql = sql;
    this.filter = filter;
    this.before = before;
    this.limit = limit;
  }

  /** At most {@code limit} rows. */
  Result<Record> fetch() {
    if (filter.name().isPresent() && filter.name().get().endsWith(ANY_SUFFIX) && few()) {
      return sql.select(Rows.JOB)
          .from(begin().limit(FEW).asTable("named"))
          .where(common().and(states()).and(queues()))
          .orderBy(ID.desc())
          .limit(limit)
          .fetch();
    }
    List<Condition> parts = parts();
    if (parts.size() == 1) {
      return newest(parts.getFirst()).fetch();
    }
    Select<Record> all = part(parts.getFirst(), 0);
    for (int i = 1; i < parts.size(); i++) {
      all = all.unionAll(part(parts.get(i), i));
    }
    return sql.select(Rows.JOB).from(all.asTable("parts")).orderBy(ID.desc()).limit(limit).fetch();
  }

  private Select<Record> newest(Condition condition) {
    return sql.select(Rows.JOB).from(JOBS).where(condition).orderBy(ID.desc()).limit(limit);
  }

  private Select<Record> part(Condition condition, int number) {
    return sql.select(Rows.JOB).from(newest(condition).asTable("part" + number));
  }

  private List<Condition> parts() {
    int states = Math.max(1, filter.states().size());
    int queues = Math.max(1, filter.queues().size());
    if ((long) states * queues > MOST_PARTS) {
      return List.of(common().and(states()).and(queues()));
    }
    List<Condition> parts = new ArrayList<>(states * queues);
    for (int s = 0; s < states; s++) {
      for (int q = 0; q < queues; q++) {
        Condition condition = common();
        if (!filter.states().isEmpty()) {
          condition = condition.and(STATE.eq(filter.states().get(s).name()));
        }
        if (!filter.queues().isEmpty()) {
          condition = condition.and(QUEUE.eq(filter.queues().get(q).value()));
        }
        parts.add(condition);
      }
    }
    return parts;
  }

  private Condition states() {
    return filter.states().isEmpty()
        ? DSL.noCondition()
        : STATE.in(filter.states().stream().map(Enum::name).toList());
  }

  private Condition queues() {
    return filter.queues().isEmpty()
        ? DSL.noCondition()
        : QUEUE.in(filter.queues().stream().map(q -> q.value()).toList());
  }

  /** What holds for every part. */
  private Condition common() {
    Condition condition = DSL.noCondition();
    if (before.isPresent()) {
      condition = condition.and(ID.lt(before.getAsLong()));
    }
    if (filter.user().isPresent()) {
      condition = condition.and(SUBMITTER.eq(filter.user().get()));
    }
    if (filter.kind().isPresent()) {
      condition = condition.and(KIND.eq(filter.kind().get().name()));
    }
    if (filter.submittedFrom() != Long.MIN_VALUE) {
      condition = condition.and(SUBMITTED_AT.ge(filter.submittedFrom()));
    }
    if (filter.submittedUntil() != Long.MAX_VALUE) {
      condition = condition.and(SUBMITTED_AT.lt(filter.submittedUntil()));
    }
    return filter.name().isPresent() ? condition.and(name(filter.name().get())) : condition;
  }

  private Condition name(String name) {
    return name.endsWith(ANY_SUFFIX) ? beginsWith(UNINDEXED_NAME) : NAME.eq(name);
  }

  /** As a range of bytes, which an index answers whatever characters there are. */
  private Condition beginsWith(Field<String> column) {
    String from = beginning();
    if (from.isEmpty()) {
      return DSL.noCondition();
    }
    int last = from.codePointBefore(from.length());
    String until =
        from.substring(0, from.length() - Character.charCount(last))
            + Character.toString(last == Character.MIN_SURROGATE - 1 ? 0xE000 : last + 1);
    return sql.dialect() == SQLDialect.POSTGRES
        ? DSL.condition("{0} ~>=~ {1} and {0} ~<~ {2}", column, DSL.val(from), DSL.val(until))
        : column.ge(from).and(column.lt(until));
  }

  private String beginning() {
    String name = filter.name().orElse("");
    return name.substring(0, name.length() - ANY_SUFFIX.length());
  }

  private SelectConditionStep<Record> begin() {
    return sql.select(Rows.JOB).from(JOBS).where(beginsWith(NAME));
  }

  private boolean few() {
    Integer found =
        sql.selectCount()
            .from(sql.select(ID).from(JOBS).where(beginsWith(NAME)).limit(FEW + 1).asTable("named"))
            .fetchOne(0, Integer.class);
    return found != null && found <= FEW;
  }
}
