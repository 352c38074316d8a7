package dev.guildhall.ports.completion;

/** A protocol between clients and providers of language models, whose requests and answers can be passed on unchanged. */
public enum Protocol {
    /** OpenAI's chat completions. */
    OPENAI_CHAT,
    /** OpenAI's responses, in which a provider is asked when its deployment says so (models-21). */
    OPENAI_RESPONSES,
    /** Anthropic's messages. */
    ANTHROPIC_MESSAGES,
    /** Google's Gemini API: generateContent. */
    GEMINI_CONTENT
}
