/** OpenAI's protocols in both directions: chat completions, responses (models-21) and embeddings. */
package dev.guildhall.wire.openai;
