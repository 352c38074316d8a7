/** The agent: a loop of model and tools, and the archive of its conversations (spec/2, contract 4). */
package dev.guildhall.core.agent;
