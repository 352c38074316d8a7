package dev.guildhall.persistence.task;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.TaskType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tasks of a statement by owner, profile, priority and type: the statement looks for the place of each such flow once. */
final class FairQueueFlows {
    private static final int BETWEEN_MARKS = 16;

    private final List<NewTask> firsts = new ArrayList<>();
    private final List<Integer> starts = new ArrayList<>();
    private final List<Integer> numbers = new ArrayList<>();
    private final List<Integer> ranks = new ArrayList<>();

    private FairQueueFlows() {}

    /** Tasks of all types together stand behind each other; only the type tells whether they wait for a node. */
    private record Line(UserId owner, int priority) {}

    private record Flow(Line line, ProfileId profile, TaskType type) {}

    static FairQueueFlows of(List<NewTask> tasks) {
        FairQueueFlows flows = new FairQueueFlows();
        Map<Flow, Integer> numbers = new HashMap<>();
        Map<Line, Integer> starts = new HashMap<>();
        Map<Line, Integer> counts = new HashMap<>();
        for (NewTask task : tasks) {
            Line line = new Line(task.owner(), task.spec().priority());
            int start = starts.computeIfAbsent(line, _ -> flows.numbers.size() + 1);
            int number = numbers.computeIfAbsent(
                    new Flow(line, task.profileId(), task.spec().type()), _ -> {
                        flows.firsts.add(task);
                        flows.starts.add(start);
                        return flows.firsts.size();
                    });
            flows.numbers.add(number);
            flows.ranks.add(counts.merge(line, 1, Integer::sum) - 1);
        }
        return flows;
    }

    /** A task of each flow. */
    List<NewTask> firsts() {
        return firsts;
    }

    /** Of each flow, the number of the first task of its owner and priority, counted from 1. */
    Integer[] starts() {
        return starts.toArray(Integer[]::new);
    }

    /** Of each task, the number of its flow, counted from 1. */
    Integer[] numbers() {
        return numbers.toArray(Integer[]::new);
    }

    /** Of each task, whether the end of its flow is found by it: the last of each flow is, and each sixteenth. */
    Boolean[] marks() {
        Boolean[] marks = new Boolean[numbers.size()];
        Set<Integer> seen = new HashSet<>();
        for (int i = marks.length - 1; i >= 0; i--) {
            marks[i] = seen.add(numbers.get(i)) || ranks.get(i) % BETWEEN_MARKS == 0;
        }
        return marks;
    }

    /** Of each task, how many of its owner and priority are before it. */
    Integer[] ranks() {
        return ranks.toArray(Integer[]::new);
    }
}
