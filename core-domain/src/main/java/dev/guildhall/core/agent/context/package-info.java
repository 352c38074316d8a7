/** Fits a conversation into the context window of a model. */
package dev.guildhall.core.agent.context;
