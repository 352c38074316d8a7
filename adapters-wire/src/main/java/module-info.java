/** What several adapters send and receive. Programs use the client alone. */
@SuppressWarnings({"module", "requires-automatic"})
module dev.guildhall.wire {
    requires transitive dev.guildhall.ports;
    requires transitive com.fasterxml.jackson.databind;
    requires transitive okhttp3;
    requires okio;
    requires static org.jspecify;

    exports dev.guildhall.wire.http;
    exports dev.guildhall.wire.sse;
    exports dev.guildhall.wire.anthropic to
            dev.guildhall.llm;
    exports dev.guildhall.wire.bedrock to
            dev.guildhall.llm;
    exports dev.guildhall.wire.completion to
            dev.guildhall.llm;
    exports dev.guildhall.wire.gemini to
            dev.guildhall.llm;
    exports dev.guildhall.wire.json to
            dev.guildhall.llm,
            dev.guildhall.integrations;
    exports dev.guildhall.wire.ollama to
            dev.guildhall.llm;
    exports dev.guildhall.wire.openai to
            dev.guildhall.llm;

    opens dev.guildhall.wire.anthropic to
            com.fasterxml.jackson.databind;
    opens dev.guildhall.wire.bedrock to
            com.fasterxml.jackson.databind;
    opens dev.guildhall.wire.gemini to
            com.fasterxml.jackson.databind;
    opens dev.guildhall.wire.http to
            com.fasterxml.jackson.databind;
    opens dev.guildhall.wire.ollama to
            com.fasterxml.jackson.databind;
    opens dev.guildhall.wire.openai to
            com.fasterxml.jackson.databind;
}
