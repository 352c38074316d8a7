/** Models of Anthropic's Messages API (contract 3, {@code anthropic}). */
package dev.guildhall.llm.anthropic;
