/** The API of an Ollama server: requests and answers (models-1). */
package dev.guildhall.wire.ollama;
