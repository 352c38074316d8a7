/** What texts mean, computed in this process: a small sentence encoder on ONNX Runtime. */
package dev.guildhall.llm.embedding;
