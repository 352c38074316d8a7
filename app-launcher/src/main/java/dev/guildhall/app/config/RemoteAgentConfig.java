package dev.guildhall.app.config;

import dev.guildhall.http.Service;
import dev.guildhall.integrations.agent.AgentAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Types the key for the address of the agent service, which only the chat front-end uses. */
final class RemoteAgentConfig {
    private RemoteAgentConfig() {}

    /**
     * The address of the agent service; empty when the service is in this process.
     *
     * @param services the services that this node runs
     * @throws BadConfiguration when the chat front-end has no agent service, or the key is set without the front-end
     */
    static Optional<AgentAddress> of(Settings settings, Set<Service> services) {
        Optional<AgentAddress> address = settings.get(SettingKey.AGENT_URL);
        if (address.isPresent() && !services.contains(Service.CHAT)) {
            throw fault(SettingKey.AGENT_URL, "is for the service chat, which this node does not run");
        }
        if (address.isEmpty() && services.contains(Service.CHAT) && !services.contains(Service.AGENT)) {
            throw fault(
                    SettingKey.SERVICES,
                    "chat needs the service agent on the same node, or its address in " + SettingKey.AGENT_URL.name());
        }
        return address;
    }

    private static BadConfiguration fault(SettingKey<?> key, String fault) {
        return new BadConfiguration(List.of(key.name() + ": " + fault));
    }
}
