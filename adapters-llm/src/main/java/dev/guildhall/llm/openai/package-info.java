/** Models of any provider with the OpenAI chat completions protocol (contract 3, {@code openai}). */
package dev.guildhall.llm.openai;
