/** Models that an Ollama server runs, through its own API (models-1). */
package dev.guildhall.llm.ollama;
