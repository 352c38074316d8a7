/** Embeddings of texts, computed in this process by a small sentence encoder on ONNX Runtime. */
package dev.guildhall.llm.embedding;
