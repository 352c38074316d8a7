/** Embeddings of texts, computed in this process by a small sentence encoder on ONNX Runtime. */
@NullMarked
package dev.guildhall.llm.embedding;

import org.jspecify.annotations.NullMarked;
