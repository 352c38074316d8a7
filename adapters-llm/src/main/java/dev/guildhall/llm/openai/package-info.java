/** Models of any provider with the OpenAI chat completions protocol (models-1). */
package dev.guildhall.llm.openai;
