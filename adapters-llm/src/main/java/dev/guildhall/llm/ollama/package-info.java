/** Models that an Ollama server runs, through its own API (contract 3, {@code ollama}). */
package dev.guildhall.llm.ollama;
