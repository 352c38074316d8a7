package dev.guildhall.llm;

import dev.guildhall.llm.anthropic.AnthropicChatModel;
import dev.guildhall.llm.anthropic.AnthropicOptions;
import dev.guildhall.llm.demo.DemoChatModel;
import dev.guildhall.llm.ollama.OllamaChatModel;
import dev.guildhall.llm.ollama.OllamaOptions;
import dev.guildhall.llm.openai.OpenAiChatModel;
import dev.guildhall.llm.openai.OpenAiOptions;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.completion.ChatModel;

/** Creates the models of this module. */
public final class ChatModels {
    private ChatModels() {}

    /** The demo model, which answers by rules and without a network. */
    public static ChatModel demo(Ticker ticker) {
        return new DemoChatModel(ticker);
    }

    /** The models of a provider with the OpenAI chat completions protocol. */
    public static ChatModel openAi(OpenAiOptions options) {
        return new OpenAiChatModel(options);
    }

    /** The models of Anthropic's Messages API. */
    public static ChatModel anthropic(AnthropicOptions options) {
        return new AnthropicChatModel(options);
    }

    /** The models that an Ollama server runs. */
    public static ChatModel ollama(OllamaOptions options) {
        return new OllamaChatModel(options);
    }
}
