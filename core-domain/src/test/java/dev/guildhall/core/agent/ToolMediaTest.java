package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.ToolMedia;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ToolMediaTest {
    private static final String PNG = "iVBORw0KGgo=";
    private static final Map<String, Object> PICTURE = Map.of("type", "image", "data", PNG, "mimeType", "image/png");
    private static final Map<String, Object> SOUND =
            Map.of("type", "audio", "data", "UklGRg==", "mimeType", "audio/wav");
    private static final Map<String, Object> DRAWING =
            Map.of("type", "image", "data", "PHN2Zy8+", "mimeType", "image/svg+xml");

    private Conversing talk = new Conversing();

    @AfterEach
    void end() {
        talk.core().close();
    }

    private void server(Object... content) {
        AskingServer server = new AskingServer(exchange -> {
            exchange.replied(new ServerReply.Result(Map.of("content", List.of(content))));
            return "shown";
        });
        talk = new Conversing(parts -> parts.endpoints(() -> List.of(server)));
        talk.core().importTools();
        talk.modelCalls(call("c1", AskingServer.TOOL));
    }

    private static ChatMessage.ToolResult result(CompletionRequest request) {
        return (ChatMessage.ToolResult) request.messages().getLast();
    }

    private static List<ContentPart.Kind> kinds(CompletionRequest request) {
        return result(request).media().stream().map(ContentPart.Media::kind).toList();
    }

    private Conversing refusingWith(ContentPart.Kind kind) {
        return talk.model(request -> {
            if (kinds(request).contains(kind)) {
                throw new Refusal(new CompletionProblem.RequestRefused("no " + kind));
            }
            return ScriptedChatModel.says(request, "seen");
        });
    }

    @Test
    void pictures_and_sounds_reach_the_model_and_are_stored_for_their_owner() {
        server(PICTURE, SOUND);

        AgentReply reply = talk.ask("show me");

        assertThat(kinds(talk.asked().getLast())).containsExactly(ContentPart.Kind.PICTURE, ContentPart.Kind.SOUND);
        List<ToolMedia> media = talk.kept().getLast().toolUses().getFirst().media();
        assertThat(media).isEqualTo(reply.message().toolUses().getFirst().media());
        assertThat(media).extracting(ToolMedia::type).containsExactly("image/png", "audio/wav");
        assertThat(talk.agents()
                        .media(
                                talk.caller(),
                                talk.caller().userId(),
                                reply.chatId(),
                                media.getFirst().id())
                        .base64()
                        .toString())
                .isEqualTo(PNG);
        var other = talk.installation().someone();
        assertThatThrownBy(() -> talk.agents()
                        .media(
                                other,
                                other.userId(),
                                reply.chatId(),
                                media.getFirst().id()))
                .isInstanceOf(Refusal.class);
    }

    @Test
    void what_a_model_refuses_is_left_out_sounds_first_and_a_notice_says_so() {
        server(PICTURE, SOUND);
        refusingWith(ContentPart.Kind.SOUND);
        refusingWith(ContentPart.Kind.SOUND);

        AgentReply reply = talk.ask("show me");

        assertThat(kinds(talk.asked().getLast())).containsExactly(ContentPart.Kind.PICTURE);
        assertThat(result(talk.asked().getLast()).content()).contains("audio/wav of 6 bytes was left out");
        assertThat(reply.message().notices())
                .containsExactly(
                        "The model did not receive the sounds that tools returned, since it does not take them.");
        assertThat(reply.message().toolUses().getFirst().media()).hasSize(2);
    }

    @Test
    void a_model_that_takes_neither_gets_texts() {
        server(PICTURE, SOUND);
        refusingWith(ContentPart.Kind.PICTURE);
        refusingWith(ContentPart.Kind.PICTURE);
        refusingWith(ContentPart.Kind.PICTURE);

        AgentReply reply = talk.ask("show me");

        assertThat(kinds(talk.asked().getLast())).isEmpty();
        assertThat(reply.message().notices()).hasSize(2);
        assertThat(reply.message().content()).isEqualTo("seen");
    }

    @Test
    void a_request_that_is_refused_for_another_reason_stays_refused() {
        server(PICTURE);
        talk.model(request -> {
            throw new Refusal(new CompletionProblem.RequestRefused("the model is tired"));
        });
        talk.model(request -> {
            throw new Refusal(new CompletionProblem.RequestRefused("the model is tired"));
        });

        assertThatThrownBy(() -> talk.ask("show me")).hasMessageContaining("tired");
    }

    @Test
    void a_drawing_is_stored_and_not_sent_and_what_is_no_picture_is_neither() {
        server(
                DRAWING,
                Map.of("type", "image", "data", "AAAA", "mimeType", "image/png"),
                Map.of("type", "image", "data", "%%%", "mimeType", "image/gif"),
                Map.of("type", "image", "data", PNG, "mimeType", "text/html"),
                Map.of("type", "resource", "resource", Map.of("blob", PNG, "mimeType", "image/png", "uri", "a:b")),
                "text",
                Map.of("type", "image"));

        AgentReply reply = talk.ask("show me");

        assertThat(kinds(talk.asked().getLast())).containsExactly(ContentPart.Kind.PICTURE);
        assertThat(reply.message().toolUses().getFirst().media())
                .extracting(ToolMedia::type)
                .containsExactly("image/svg+xml", "image/png");
    }

    @Test
    void a_picture_beyond_eight_mebibytes_is_left_out() {
        String large = PNG.substring(0, 8) + "A".repeat(12 * 1024 * 1024);
        server(Map.of("type", "image", "data", large, "mimeType", "image/png"), PICTURE);

        AgentReply reply = talk.ask("show me");

        assertThat(reply.message().toolUses().getFirst().media()).hasSize(1);
    }

    @Test
    void they_go_with_the_messages_that_are_asked_again_and_count_as_storage() {
        server(PICTURE);
        AgentReply reply = talk.ask("show me");
        ToolMedia media = reply.message().toolUses().getFirst().media().getFirst();
        var stores = talk.installation().stores();
        assertThat(stores.agents().mediaBytesOf(talk.caller().userId())).isPositive();

        talk.send(AgentRequest.ofQuestion(talk.caller().userId(), "again").keeping(Optional.of(0)));

        assertThat(stores.agents().media(reply.chatId(), media.id())).isEmpty();
        assertThat(stores.agents().mediaBytesOf(talk.caller().userId())).isZero();
    }

    /** The kinds of what is not text in the results of tools, wherever they are in a request. */
    private static List<ContentPart.Kind> ofResults(CompletionRequest request) {
        return request.messages().stream()
                .filter(ChatMessage.ToolResult.class::isInstance)
                .flatMap(message -> message.media().stream())
                .map(ContentPart.Media::kind)
                .toList();
    }

    @Test
    void a_later_question_about_a_picture_was_answered_by_a_model_that_did_not_see_it() {
        server(PICTURE, SOUND);
        talk.ask("show me");

        talk.ask("what was on it?");

        assertThat(ofResults(talk.asked().getLast())).containsExactly(ContentPart.Kind.PICTURE);
        ChatMessage.ToolResult earlier = talk.asked().getLast().messages().stream()
                .filter(ChatMessage.ToolResult.class::isInstance)
                .map(ChatMessage.ToolResult.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(earlier.content()).contains("shown");
        assertThat(ResultMedia.inline(earlier.media().getFirst()).base64().toString())
                .isEqualTo(PNG);
    }

    @Test
    void a_later_question_has_the_latest_pictures_alone() {
        server(PICTURE, PICTURE, PICTURE);
        talk.ask("show me");
        talk.modelCalls(call("c1", AskingServer.TOOL));
        talk.ask("show me again");

        talk.ask("what was on them?");

        assertThat(ofResults(talk.asked().getLast())).hasSize(EarlierPictures.MOST);
        List<Integer> each = talk.asked().getLast().messages().stream()
                .filter(ChatMessage.ToolResult.class::isInstance)
                .map(message -> message.media().size())
                .toList();
        assertThat(each).containsExactly(1, 3);
    }

    @Test
    void a_model_that_takes_no_pictures_is_not_asked_again_with_those_of_earlier_turns() {
        server(PICTURE);
        refusingWith(ContentPart.Kind.PICTURE);
        refusingWith(ContentPart.Kind.PICTURE);
        talk.ask("show me");
        int before = talk.asked().size();

        AgentReply reply = talk.ask("what was on it?");

        assertThat(talk.asked()).hasSize(before + 1);
        assertThat(ofResults(talk.asked().getLast())).isEmpty();
        assertThat(reply.message().notices()).isEmpty();
    }

    @Test
    void another_model_that_refuses_the_pictures_of_earlier_turns_gets_texts() {
        server(PICTURE);
        talk.ask("show me");
        talk.model(request -> {
            throw new Refusal(new CompletionProblem.RequestRefused("no pictures"));
        });

        AgentReply reply = talk.ask("what was on it?");

        assertThat(ofResults(talk.asked().getLast())).isEmpty();
        assertThat(reply.message().notices()).containsExactly(ResultMedia.NO_PICTURES);
    }
}
