package dev.guildhall.ports.webchat;

import dev.guildhall.ports.completion.UsageReport;
import dev.guildhall.ports.run.RunStatus;
import dev.guildhall.ports.task.TaskStatus;
import java.util.List;
import java.util.Map;

/**
 * What the dashboard of a user shows.
 *
 * @param chats how many chats and messages there are
 * @param recent the chats that were updated last
 * @param usage what models used in the last 30 days
 * @param tasks how many tasks of the user there are in each status, without those that carry out test runs
 * @param runs how many test runs of the installation there are in each status
 */
public record Dashboard(
        WebChatStore.Count chats,
        List<WebChat> recent,
        UsageReport usage,
        Map<TaskStatus, Long> tasks,
        Map<RunStatus, Long> runs) {
    public Dashboard {
        recent = List.copyOf(recent);
        tasks = Map.copyOf(tasks);
        runs = Map.copyOf(runs);
    }
}
