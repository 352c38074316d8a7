package dev.guildhall.ports.problem;

import java.util.List;

/** Problems of tools. */
public sealed interface ToolProblem extends Problem {
    /**
     * A request names tools that do not exist.
     *
     * @param names the unknown ones, at least one
     */
    record UnknownTools(List<String> names) implements ToolProblem {
        public UnknownTools {
            names = List.copyOf(names);
        }

        @Override
        public String message() {
            return "tools: there is no tool " + String.join(", ", names);
        }
    }

    /** The tool does not exist, or the caller does not see it; callers cannot tell the two apart. */
    record ToolNotFound() implements ToolProblem {
        @Override
        public String message() {
            return "there is no such tool";
        }
    }

    /**
     * The registrant has this version of this tool with other content; a registered version never changes.
     *
     * @param name of the tool
     * @param version of the tool
     */
    record VersionTaken(String name, String version) implements ToolProblem {
        @Override
        public String message() {
            return name + " " + version + " is registered with other content; register another version";
        }
    }

    /**
     * The registrant has the most tools that a user may have.
     *
     * @param most the limit
     */
    record TooManyTools(int most) implements ToolProblem {
        @Override
        public String message() {
            return "there are " + most + " tools already, which is as many as one account may register";
        }
    }

    /**
     * The descriptions and parameters of the registrant's tools would have more bytes than those of one user may have.
     *
     * @param mostBytes the limit
     */
    record ToolsTooLarge(long mostBytes) implements ToolProblem {
        @Override
        public String message() {
            return "the descriptions and parameters of the tools of one account may have " + mostBytes
                    + " bytes together";
        }
    }

    /**
     * The registered tools of all accounts would need more of the heap than the server has for them, or those of one
     * account more than half of that.
     *
     * @param mostBytes the limit for all accounts
     */
    record ToolMemoryFull(long mostBytes) implements ToolProblem {
        @Override
        public String message() {
            return "the registered tools of all accounts may need " + mostBytes
                    + " bytes of the server's memory together, and those of one account half of it";
        }
    }

    /**
     * The user, or the installation, has the most integrations that it may have.
     *
     * @param most the limit
     */
    record TooManyIntegrations(int most) implements ToolProblem {
        @Override
        public String message() {
            return "there are " + most + " integrations already, which is as many as there may be";
        }
    }

    /**
     * The tool's integration is not connected for the caller, or the installation does not have it.
     *
     * @param integration its name
     * @param advice what the caller can do
     */
    record IntegrationNotConnected(String integration, String advice) implements ToolProblem {
        @Override
        public String message() {
            return "the integration " + integration + " is not connected; " + advice;
        }
    }

    /**
     * The caller's connection lacks scopes that the tool needs.
     *
     * @param integration its name
     * @param missing the missing scopes, at least one
     */
    record InsufficientScopes(String integration, List<String> missing) implements ToolProblem {
        public InsufficientScopes {
            missing = List.copyOf(missing);
        }

        @Override
        public String message() {
            return "the connection to " + integration + " lacks the scopes " + String.join(", ", missing)
                    + "; connect again and consent to them";
        }
    }

    /**
     * The integration needs consent at a provider, and this installation has no client id there.
     *
     * @param integration its name
     */
    record IntegrationNotConfigured(String integration) implements ToolProblem {
        @Override
        public String message() {
            return "the integration " + integration + " has no OAuth client configured on this server";
        }
    }

    /**
     * An outside system cannot be reached, or its response is malformed.
     *
     * @param integration its name
     * @param reason what happened, without secrets and internal addresses
     */
    record IntegrationUnavailable(String integration, String reason) implements ToolProblem {
        @Override
        public String message() {
            return "the integration " + integration + " cannot be reached: " + reason;
        }
    }

    /**
     * A provider refuses a code or a refresh token.
     *
     * @param integration its name
     */
    record ConsentRefused(String integration) implements ToolProblem {
        @Override
        public String message() {
            return "the provider of " + integration + " refused the request";
        }
    }

    /** The state that a browser brought back belongs to no pending consent, or the consent has expired. */
    record ConsentStateNotValid() implements ToolProblem {
        @Override
        public String message() {
            return "state: is not known, was used already, or has expired; connect again";
        }
    }
}
