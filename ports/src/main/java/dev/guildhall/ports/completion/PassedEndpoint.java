package dev.guildhall.ports.completion;

/** An endpoint of OpenAI's protocol whose requests and answers pass unchanged (models-31). */
public enum PassedEndpoint {
    /** The text of a sound. */
    TRANSCRIPTION("audio/transcriptions"),
    /** The sound of a text. */
    SPEECH("audio/speech"),
    /** Pictures of a description. */
    IMAGE_GENERATION("images/generations"),
    /** Changed pictures. */
    IMAGE_EDIT("images/edits"),
    /** Whether a text or a picture is harmful. */
    MODERATION("moderations"),
    /** The order of documents for a question. */
    RERANK("rerank"),
    /** The continuation of a text. */
    TEXT_COMPLETION("completions");

    private final String path;

    PassedEndpoint(String path) {
        this.path = path;
    }

    /** The path below the base address of a provider. */
    public String path() {
        return path;
    }
}
