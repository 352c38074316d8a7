package dev.guildhall.http.webchat;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.guildhall.http.agent.AgentJson;
import dev.guildhall.http.agent.AssistantJson;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.usage.UsageReport;
import dev.guildhall.ports.webchat.Dashboard;
import dev.guildhall.ports.webchat.ListedChat;
import dev.guildhall.ports.webchat.OpenChat;
import dev.guildhall.ports.webchat.ReplyEvent;
import dev.guildhall.ports.webchat.WebChat;
import dev.guildhall.wire.json.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

final class WebChatJson {
    private WebChatJson() {}

    record ChatJson(
            String chatId, String title, String agentMode, String createdAt, String updatedAt, boolean running) {
        static ChatJson of(ListedChat listed) {
            WebChat chat = listed.chat();
            return new ChatJson(
                    chat.id().value(),
                    chat.title().value(),
                    chat.mode().wireName(),
                    Json.timestamp(chat.createdAt()),
                    Json.timestamp(chat.updatedAt()),
                    listed.running());
        }
    }

    /** A chat with its messages; {@code runningAfter} is null when no answer is running. */
    record OpenChatJson(
            String chatId,
            String title,
            String agentMode,
            @Nullable String model,
            String updatedAt,
            List<AgentJson.MessageJson> messages,
            int messageCount,
            @Nullable Integer runningAfter,
            @Nullable String assistantId) {
        static OpenChatJson of(OpenChat open) {
            return new OpenChatJson(
                    open.chat().id().value(),
                    open.chat().title().value(),
                    open.chat().mode().wireName(),
                    open.chat().model().orElse(null),
                    Json.timestamp(open.chat().updatedAt()),
                    MediaAddresses.messages(open),
                    open.messageCount(),
                    open.running().orElse(null),
                    open.assistant().map(AssistantId::value).orElse(null));
        }
    }

    record TokenJson(String token) {}

    record ReasoningJson(String reasoning) {}

    record DoneJson(
            String chatId,
            String content,
            List<String> toolsUsed,
            boolean stopped,
            List<String> notices,
            AssistantJson.@Nullable VersionJson assistant,
            @JsonUnwrapped AgentJson.DetailsJson details) {
        static DoneJson of(ReplyEvent.Done done) {
            return new DoneJson(
                    done.chatId().value(),
                    done.content(),
                    done.toolsUsed(),
                    done.stopped(),
                    done.notices(),
                    AssistantJson.VersionJson.of(done.details()),
                    AgentJson.DetailsJson.of(done.details()));
        }
    }

    record DashboardResponseJson(boolean success, DashboardJson dashboard) {}

    record DashboardJson(
            long totalChats,
            List<RecentJson> recentChats,
            long totalMessages,
            List<DayJson> tokens,
            List<ModelJson> models,
            Map<String, Long> tasks,
            Map<String, Long> runs,
            Map<String, Long> outcomes,
            boolean totalIsExact) {
        static DashboardJson of(Dashboard dashboard) {
            return new DashboardJson(
                    dashboard.chats().chats(),
                    dashboard.recent().stream().map(RecentJson::of).toList(),
                    dashboard.chats().messages(),
                    days(dashboard.usage()),
                    models(dashboard.usage()),
                    byName(dashboard.tasks(), dev.guildhall.ports.task.TaskStatus.values()),
                    byName(dashboard.runs(), dev.guildhall.ports.run.RunStatus.values()),
                    byName(dashboard.outcomes(), dev.guildhall.ports.run.Outcome.values()),
                    dashboard.totalIsExact());
        }

        private static List<DayJson> days(UsageReport report) {
            return report.byDay().stream()
                    .map(day -> new DayJson(
                            day.date().toString(),
                            day.count().promptTokens(),
                            day.count().completionTokens()))
                    .toList();
        }

        private static List<ModelJson> models(UsageReport report) {
            return report.byModel().entrySet().stream()
                    .map(model -> new ModelJson(
                            model.getKey(),
                            model.getValue().promptTokens(),
                            model.getValue().completionTokens(),
                            model.getValue().requests()))
                    .toList();
        }

        private static <S extends Enum<S>> Map<String, Long> byName(Map<S, Long> counts, S[] all) {
            Map<String, Long> byName = new TreeMap<>();
            Arrays.stream(all)
                    .forEach(each ->
                            byName.put(each.name().toLowerCase(java.util.Locale.ROOT), counts.getOrDefault(each, 0L)));
            return byName;
        }
    }

    record RecentJson(String id, String title, String updatedAt) {
        static RecentJson of(WebChat chat) {
            return new RecentJson(chat.id().value(), chat.title().value(), Json.timestamp(chat.updatedAt()));
        }
    }

    record DayJson(String date, long promptTokens, long completionTokens) {}

    record ModelJson(String model, long promptTokens, long completionTokens, long requests) {}
}
