package dev.guildhall.core.workflow;

import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.workflow.StepSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The dependencies of steps. All operations take time in proportion to steps and dependencies. Immutable. */
public final class StepGraph {
    private static final String ARROW = " -> ";

    /** How many steps of a cycle a message names at most. */
    private static final int NAMED = 20;

    private final List<StepSpec> steps;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<Violation> violations = new ArrayList<>();
    private final List<List<Integer>> dependencies = new ArrayList<>();
    private final List<List<Integer>> dependents = new ArrayList<>();
    private final List<Integer> order;

    /** The names of a step's fields in the client's request. */
    public enum Wording {
        WORKFLOW("name", "dependsOn"),
        AGENT_TASK("title", "dependencies");

        private final String name;
        private final String dependencies;

        Wording(String name, String dependencies) {
            this.name = name;
            this.dependencies = dependencies;
        }
    }

    private StepGraph(List<StepSpec> steps, Wording wording) {
        this.steps = List.copyOf(steps);
        for (int i = 0; i < steps.size(); i++) {
            Optional<Integer> same =
                    Optional.ofNullable(numbers.putIfAbsent(steps.get(i).name(), i));
            if (same.isPresent()) {
                violations.add(new Violation(
                        "steps[" + i + "]." + wording.name, "is the same as that of steps[" + same.get() + "]"));
            }
            dependencies.add(new ArrayList<>());
            dependents.add(new ArrayList<>());
        }
        for (int i = 0; i < steps.size(); i++) {
            link(i, steps.get(i).dependsOn(), wording);
        }
        this.order = sorted();
        if (order.size() < steps.size()) {
            violations.add(new Violation("steps", "must not depend on each other in a circle: " + cycle()));
        }
    }

    private void link(int step, List<String> names, Wording wording) {
        for (int j = 0; j < names.size(); j++) {
            Optional<Integer> found = Optional.ofNullable(numbers.get(names.get(j)));
            if (found.isPresent()) {
                dependencies.get(step).add(found.get());
                dependents.get(found.get()).add(step);
            } else {
                violations.add(new Violation(
                        "steps[" + step + "]." + wording.dependencies + "[" + j + "]",
                        "there is no step " + names.get(j)));
            }
        }
    }

    /** The graph of the requested steps, with all its faults. */
    public static StepGraph of(List<StepSpec> steps, Wording wording) {
        return new StepGraph(steps, wording);
    }

    /** The faults: repeated names, unknown dependencies, a cycle. Empty for a valid graph. */
    public List<Violation> violations() {
        return List.copyOf(violations);
    }

    /**
     * The numbers of the steps, each after its dependencies, otherwise in the order of the request; cycles are left
     * out.
     */
    List<Integer> order() {
        return order;
    }

    /** The numbers of the direct dependencies of a step. */
    List<Integer> dependencies(int step) {
        return dependencies.get(step);
    }

    /** The numbers of a step and of all that directly or indirectly depend on it. */
    BitSet withDependents(int step) {
        BitSet found = new BitSet(steps.size());
        found.set(step);
        Deque<Integer> open = new ArrayDeque<>(List.of(step));
        while (!open.isEmpty()) {
            for (int dependent : dependents.get(open.removeFirst())) {
                if (!found.get(dependent)) {
                    found.set(dependent);
                    open.addLast(dependent);
                }
            }
        }
        return found;
    }

    /** For each step all its direct and indirect dependencies: 12 MiB for 10,000 steps. */
    List<BitSet> ancestors() {
        List<BitSet> ancestors = new ArrayList<>();
        steps.forEach(step -> ancestors.add(new BitSet(steps.size())));
        for (int step : order) {
            for (int dependency : dependencies.get(step)) {
                ancestors.get(step).set(dependency);
                ancestors.get(step).or(ancestors.get(dependency));
            }
        }
        return ancestors;
    }

    Optional<Integer> number(String name) {
        return Optional.ofNullable(numbers.get(name));
    }

    private List<Integer> sorted() {
        int[] open = new int[steps.size()];
        Deque<Integer> free = new ArrayDeque<>();
        for (int i = 0; i < open.length; i++) {
            open[i] = dependencies.get(i).size();
            if (open[i] == 0) {
                free.addLast(i);
            }
        }
        List<Integer> sorted = new ArrayList<>(open.length);
        while (!free.isEmpty()) {
            int step = free.removeFirst();
            sorted.add(step);
            for (int dependent : dependents.get(step)) {
                open[dependent]--;
                if (open[dependent] == 0) {
                    free.addLast(dependent);
                }
            }
        }
        return List.copyOf(sorted);
    }

    /** Each unsorted step depends on another unsorted one, so a walk along them returns to its beginning. */
    private String cycle() {
        BitSet unsorted = new BitSet(steps.size());
        unsorted.set(0, steps.size());
        order.forEach(unsorted::clear);
        Map<Integer, Integer> places = new HashMap<>();
        List<Integer> path = new ArrayList<>();
        int step = unsorted.nextSetBit(0);
        while (!places.containsKey(step)) {
            places.put(step, path.size());
            path.add(step);
            step = dependencies.get(step).stream()
                    .filter(unsorted::get)
                    .findFirst()
                    .orElseThrow();
        }
        return named(path.subList(places.getOrDefault(step, 0), path.size()));
    }

    private String named(List<Integer> round) {
        List<String> names = new ArrayList<>();
        round.stream().limit(NAMED).map(step -> steps.get(step).name()).forEach(names::add);
        if (round.size() > NAMED) {
            names.add("… (" + (round.size() - NAMED) + " more)");
        }
        names.add(steps.get(round.getFirst()).name());
        return String.join(ARROW, names);
    }
}
