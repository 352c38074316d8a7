/** Agents that use tools, and their conversations (spec/2 agent service, contract 4). */
package dev.guildhall.ports.agent;
