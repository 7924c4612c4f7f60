package dev.weir.solver;

import com.google.ortools.Loader;
import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverStatus;
import com.google.ortools.sat.IntVar;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Role;
import dev.weir.model.job.TaskRequest;

/**
 * The optimality yardstick: which jobs of a {@link SmallCase} to place, and where, so that the most
 * milli-devices are allocated. All jobs are known at once and gangs are placed whole. Solved with
 * CP-SAT (OR-Tools).
 */
public final class CpSatYardstick {
  private final double secondsPerCase;

  /**
   * @param secondsPerCase deterministic time limit of one case, in the solver's own unit of about a
   *     second, so that results do not depend on the machine's load
   */
  public CpSatYardstick(double secondsPerCase) {
    this.secondsPerCase = secondsPerCase;
    Loader.loadNativeLibraries();
  }

  public Optimum solve(SmallCase c) {
    Formulation f = new Formulation(c);
    CpSolver solver = new CpSolver();
    solver.getParameters().setNumWorkers(1);
    solver.getParameters().setRandomSeed(1);
    solver.getParameters().setMaxDeterministicTime(secondsPerCase);
    CpSolverStatus status = solver.solve(f.model);
    if (status != CpSolverStatus.OPTIMAL && status != CpSolverStatus.FEASIBLE) {
      throw new IllegalStateException(
          "placing nothing is always feasible, but CP-SAT says " + status);
    }
    return new Optimum(
        Math.round(solver.objectiveValue()),
        Math.round(solver.bestObjectiveBound()),
        status == CpSolverStatus.OPTIMAL);
  }

  /** Variables and constraints of one case. */
  private static final class Formulation {
    final CpModel model = new CpModel();
    private final SmallCase c;

    /** Job placed. */
    private final BoolVar[] placed;

    /** [job][node] tasks. */
    private final IntVar[][] tasks;

    /** [node][device] held whole. */
    private final BoolVar[][] whole;

    Formulation(SmallCase c) {
      this.c = c;
      placed = new BoolVar[c.jobs().size()];
      tasks = new IntVar[c.jobs().size()][c.nodes().size()];
      whole = new BoolVar[c.nodes().size()][];
      for (int n = 0; n < whole.length; n++) {
        whole[n] = new BoolVar[c.nodes().get(n).devices().size()];
        for (int d = 0; d < whole[n].length; d++) {
          whole[n][d] = model.newBoolVar("whole_" + n + "_" + d);
        }
      }
      for (int j = 0; j < placed.length; j++) {
        gang(j);
      }
      for (int n = 0; n < whole.length; n++) {
        node(n);
      }
      objective();
    }

    private Role role(int job) {
      return c.jobs().get(job).roles().getFirst();
    }

    private TaskRequest request(int job) {
      return role(job).variants().getFirst().request();
    }

    private void gang(int j) {
      JobSpec job = c.jobs().get(j);
      placed[j] = model.newBoolVar(job.name());
      LinearExprBuilder sum = LinearExpr.newBuilder();
      for (int n = 0; n < c.nodes().size(); n++) {
        int most = accepts(request(j), c.nodes().get(n)) ? role(j).count() : 0;
        tasks[j][n] = model.newIntVar(0, most, job.name() + "_on_" + n);
        sum.add(tasks[j][n]);
      }
      model.addEquality(sum, LinearExpr.term(placed[j], role(j).count()));
    }

    private static boolean accepts(TaskRequest request, NodeSpec node) {
      return switch (request.devices()) {
        case DeviceRequest.None none -> true;
        case DeviceRequest.Whole w -> accepts(w.filter(), node);
        case DeviceRequest.Fraction f -> accepts(f.filter(), node);
        case DeviceRequest.Mig mig ->
            throw new IllegalArgumentException("the yardstick knows no MIG instances");
      };
    }

    private static boolean accepts(DeviceFilter filter, NodeSpec node) {
      return !node.devices().isEmpty() && filter.accepts(node.devices().getFirst().model());
    }

    private void node(int n) {
      NodeSpec node = c.nodes().get(n);
      LinearExprBuilder cpu = LinearExpr.newBuilder();
      LinearExprBuilder memory = LinearExpr.newBuilder();
      LinearExprBuilder count = LinearExpr.newBuilder();
      LinearExprBuilder devices = LinearExpr.newBuilder();
      for (int j = 0; j < placed.length; j++) {
        cpu.addTerm(tasks[j][n], request(j).cpu().milli());
        // mebibytes, rounded up as the capacity is rounded down: never more than there is
        memory.addTerm(tasks[j][n], Math.ceilDiv(request(j).memory().value(), 1L << 20));
        count.add(tasks[j][n]);
        if (request(j).devices() instanceof DeviceRequest.Whole w) {
          devices.addTerm(tasks[j][n], w.count());
        }
      }
      model.addLessOrEqual(cpu, node.cpu().milli());
      model.addLessOrEqual(memory, node.memory().value() >> 20);
      model.addLessOrEqual(count, node.maxTasks());
      model.addEquality(devices, LinearExpr.sum(whole[n]));
      for (int d = 1; d < whole[n].length; d++) {
        model.addLessOrEqual(whole[n][d], whole[n][d - 1]); // equal devices: first ones whole
      }
      shares(n);
    }

    /** Each fraction lies on one device that is not held whole. */
    private void shares(int n) {
      int devices = whole[n].length;
      LinearExprBuilder[] load = new LinearExprBuilder[devices];
      for (int d = 0; d < devices; d++) {
        load[d] = LinearExpr.newBuilder();
      }
      for (int j = 0; j < placed.length; j++) {
        if (request(j).devices() instanceof DeviceRequest.Fraction f && devices > 0) {
          LinearExprBuilder sum = LinearExpr.newBuilder();
          for (int d = 0; d < devices; d++) {
            IntVar here =
                model.newIntVar(0, 1000 / f.share().milli(), "share_" + j + "_" + n + "_" + d);
            load[d].addTerm(here, f.share().milli());
            sum.add(here);
          }
          model.addEquality(sum, tasks[j][n]);
        }
      }
      for (int d = 0; d < devices; d++) {
        load[d].addTerm(whole[n][d], 1000);
        model.addLessOrEqual(load[d], 1000);
      }
    }

    private void objective() {
      LinearExprBuilder value = LinearExpr.newBuilder();
      for (int j = 0; j < placed.length; j++) {
        value.addTerm(placed[j], milli(c.jobs().get(j)));
      }
      model.maximize(value);
    }
  }

  /** Milli-devices that a job of a small case is charged; its fractions name no memory. */
  public static long milli(JobSpec job) {
    Role role = job.roles().getFirst();
    return role.count()
        * switch (role.variants().getFirst().request().devices()) {
          case DeviceRequest.None none -> 0L;
          case DeviceRequest.Whole w -> 1000L * w.count();
          case DeviceRequest.Fraction f -> (long) f.count() * f.share().milli();
          case DeviceRequest.Mig mig ->
              throw new IllegalArgumentException("the yardstick knows no MIG instances");
        };
  }
}
