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

/** Which step depends on which. Everything takes time in proportion to steps and dependencies. Immutable. */
public final class StepGraph {
    private static final String ARROW = " -> ";

    /** The most steps of a cycle that are named. */
    private static final int NAMED = 20;

    private final List<StepSpec> steps;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<Violation> violations = new ArrayList<>();
    private final List<List<Integer>> dependencies = new ArrayList<>();
    private final List<List<Integer>> dependents = new ArrayList<>();
    private final List<Integer> order;

    /** What the caller calls the parts of a step. */
    public enum Wording {
        /** A step of a workflow. */
        WORKFLOW("name", "dependsOn"),
        /** A step of a task of the agent service. */
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

    /** The graph of steps as somebody asked for them, with all its faults. */
    public static StepGraph of(List<StepSpec> steps, Wording wording) {
        return new StepGraph(steps, wording);
    }

    /** What is wrong: repeated names, dependencies that there are not, a cycle. Empty for a graph that can be walked. */
    public List<Violation> violations() {
        return List.copyOf(violations);
    }

    /** The numbers of the steps, each behind those that it depends on, otherwise as they were asked for; cycles are left out. */
    List<Integer> order() {
        return order;
    }

    /** The numbers of the steps that a step depends on by itself. */
    List<Integer> dependencies(int step) {
        return dependencies.get(step);
    }

    /** For each step all that it depends on, by itself or through others. */
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

    /** The number of the step of that name; empty when there is none. */
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

    /** Each step that could not be sorted depends on another such one: whoever follows them comes round. */
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
