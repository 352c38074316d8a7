/** Clients of the providers of language models, embeddings, and a model for demonstrations. */
@SuppressWarnings("requires-automatic")
module dev.guildhall.llm {
    requires transitive dev.guildhall.ports;
    requires transitive dev.guildhall.wire;
    requires com.fasterxml.jackson.databind;
    requires static com.microsoft.onnxruntime;
    requires static org.jspecify;

    exports dev.guildhall.llm.demo;
    exports dev.guildhall.llm.embedding;
    exports dev.guildhall.llm.provider;

    opens dev.guildhall.llm.provider to
            com.fasterxml.jackson.databind;
}
