package dev.guildhall.llm.gemini;

import dev.guildhall.llm.provider.GeminiChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.wire.http.MutatedAnswersContract;
import java.util.List;
import java.util.Optional;

class GeminiMutatedAnswersTest implements MutatedAnswersContract {
    @Override
    public ChatModel model(String baseUrl) {
        return new GeminiChatModel(ProviderOptions.of(baseUrl, Optional.empty(), "test-model"));
    }

    @Override
    public List<String> wholeAnswers() {
        return List.of(
                GeminiServer.end(
                        "{\"text\":\"Hm\",\"thought\":true}," + GeminiServer.text("Let me see.") + ","
                                + GeminiServer.call("one__x", "{\"n\":1,\"deep\":{\"list\":[1,2.5]}}"),
                        "STOP"),
                "{\"error\":{\"code\":503,\"message\":\"Overloaded\",\"status\":\"UNAVAILABLE\"}}");
    }

    @Override
    public List<List<String>> streams() {
        return List.of(
                List.of(
                        GeminiServer.parts(GeminiServer.text("Hi")),
                        GeminiServer.parts(GeminiServer.call("one__x", "{\"n\":1}")),
                        GeminiServer.end("", "STOP")),
                List.of(
                        GeminiServer.parts(GeminiServer.text("Hi")),
                        "{\"error\":{\"code\":503,\"message\":\"Overloaded\",\"status\":\"UNAVAILABLE\"}}"));
    }

    @Override
    public List<String> modelLists() {
        return List.of("""
            {"models":[{"name":"models/gemini-x","displayName":"X","supportedGenerationMethods":["generateContent"]},
            {"name":"models/gemini-y"}]}\
            """);
    }

    @Override
    public String streamType() {
        return GeminiServer.EVENTS;
    }

    @Override
    public String framed(String event) {
        return GeminiServer.event(event);
    }
}
