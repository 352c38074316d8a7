package dev.guildhall.ports.webchat;

import dev.guildhall.ports.Total;
import dev.guildhall.ports.run.Outcome;
import dev.guildhall.ports.run.RunStatus;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.usage.UsageReport;
import java.util.List;
import java.util.Map;

/**
 * The content of a user's dashboard. Its counts end at {@link Total#MOST} each.
 *
 * @param chats how many chats the user has, and how many messages are in them
 * @param recent the chats that were updated last
 * @param usage the usage of models in the last 30 days
 * @param tasks how many tasks the user has in each status, without those of test runs
 * @param runs how many test runs the user has started, by their status
 * @param outcomes how many of the completed ones have each outcome
 * @param totalIsExact whether there are no more chats, tasks and runs than that
 */
public record Dashboard(
        WebChatStore.Count chats,
        List<WebChat> recent,
        UsageReport usage,
        Map<TaskStatus, Long> tasks,
        Map<RunStatus, Long> runs,
        Map<Outcome, Long> outcomes,
        boolean totalIsExact) {
    public Dashboard {
        recent = List.copyOf(recent);
        tasks = Map.copyOf(tasks);
        runs = Map.copyOf(runs);
        outcomes = Map.copyOf(outcomes);
    }
}
