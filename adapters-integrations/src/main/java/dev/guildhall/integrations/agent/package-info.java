/** The agent service at another address, as the chat front-end uses it (contract 0, GUILDHALL_AGENT_URL). */
package dev.guildhall.integrations.agent;
