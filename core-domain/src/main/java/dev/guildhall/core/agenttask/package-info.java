/** Tasks of the agent service: planned, carried out step by step on the engine of workflows, offered as tools. */
package dev.guildhall.core.agenttask;
